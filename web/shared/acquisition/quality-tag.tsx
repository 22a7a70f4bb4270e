/** What a value is worth and whether a device is heard of, as a word with a colour and a shape: whoever sees no colours sees the same. */
import type { Latest } from '../../../model/contract/acquisition/readings.ts'
import type { Presence } from '../../../model/acquisition/presence.ts'
import type { Worth } from '../../../model/acquisition/quality.ts'
import { QUALITY } from '../../../model/acquisition/quality.ts'
import { Tag } from '../../ui/tag.tsx'
import { useT } from '../../kernel/i18n/i18n.ts'

/** What a newest value is worth now. @param staleSeconds After so long without a sample the value says nothing about now. */
export function worthOf(latest: Latest | undefined, staleSeconds: number | undefined, now: number): Worth {
  if (!latest) return 'none'
  if (staleSeconds !== undefined && now - latest.time > staleSeconds * 1000) return 'stale'
  return latest.quality >= QUALITY.good ? 'good' : latest.quality > QUALITY.bad ? 'uncertain' : 'bad'
}

const kinds = {
  good: 'good',
  uncertain: 'notice',
  bad: 'urgent',
  stale: 'notice',
  none: 'quiet',
  online: 'good',
  late: 'notice',
  silent: 'urgent',
  never: 'quiet',
  disabled: 'quiet',
} as const

export function QualityTag({ worth }: { worth: Worth }) {
  return <Tag kind={kinds[worth]}>{useT()(`worth.${worth}`)}</Tag>
}

export function PresenceTag({ presence }: { presence: Presence }) {
  return <Tag kind={kinds[presence]}>{useT()(`presence.${presence}`)}</Tag>
}

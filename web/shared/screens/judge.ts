/** What the rules of a widget make of what it shows: the first that holds decides (model/screens/document.ts). Pure. */
import type { Rule, Tone } from '../../../model/screens/document.ts'
import type { Shown } from './feed.ts'

export interface Judgement {
  readonly tone: Tone
  readonly show: 'hide' | 'blink' | 'dash' | undefined
  /** Stands in place of the value. */
  readonly text: string | undefined
}

export const UNJUDGED: Judgement = { tone: 'plain', show: undefined, text: undefined }

/**
 * The judgement of the first rule that holds, else the plain one.
 * @param usual The slot of rules that name none
 * @param read What is shown by a slot
 */
export function judge(rules: readonly Rule[] | undefined, usual: string, read: (slot: string) => Shown): Judgement {
  const rule = rules?.find((one) => holds(one, read(one.slot ?? usual)))
  return rule ? { tone: rule.tone ?? 'plain', show: rule.show, text: rule.text } : UNJUDGED
}

/** Whether the condition of a rule is so. Of what is bad or is not there no value is compared: it has none. */
export function holds({ when }: Rule, shown: Shown): boolean {
  if ('stale' in when) return shown.stale
  if ('quality' in when) return shown.quality === when.quality
  if (shown.quality === 'bad' || shown.quality === 'absent' || shown.value === null) return false
  if ('equals' in when) return equal(shown.value, when.equals)
  const { above, below } = when
  if (above === undefined && below === undefined) return false
  const value = typeof shown.value === 'number' ? shown.value : Number.NaN
  return (above === undefined || value > above) && (below === undefined || value < below)
}

const equal = (one: number | string, other: number | string): boolean =>
  typeof one === typeof other ? one === other : String(one) === String(other)

interface Limit {
  readonly at: number
  readonly tone: Tone
}

/** The tone of the highest limit that a value has reached; plain below all of them. A limit belongs to what it begins. */
export function toneAt(value: number | null | undefined, limits: readonly Limit[] | undefined): Tone {
  if (value === null || value === undefined || !limits) return 'plain'
  let found: Limit | undefined
  for (const limit of limits) if (value >= limit.at && (!found || limit.at >= found.at)) found = limit
  return found?.tone ?? 'plain'
}

/** States of rounds as words with a mark. */
import type { RoundState } from '../../../model/maintenance/rounds.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Tag } from '../../ui/tag.tsx'

const KINDS: Readonly<Record<RoundState, Parameters<typeof Tag>[0]['kind']>> = {
  due: 'notice',
  running: 'info',
  done: 'good',
  missed: 'urgent',
}

const isState = (state: unknown): state is RoundState => typeof state === 'string' && state in KINDS

/** The state of a round; nothing where it is not told. */
export function RoundStateTag({ state }: { readonly state: unknown }) {
  const t = useT()
  return isState(state) ? <Tag kind={KINDS[state]}>{t(`choice.roundState.${state}`)}</Tag> : null
}

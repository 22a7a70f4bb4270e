/** In what state a symbol is drawn. Pure. */
import type { Shown } from '../feed.ts'
import type { Judgement } from '../judge.ts'
import type { Truth } from '../truth.ts'

/** `still`: nothing says whether it is on; `unknown`: what says so is bad or is not there. */
export type SymbolState = 'on' | 'off' | 'fault' | 'unknown' | 'still'

/** Words that stand for off, as states of points are written. */
const OFF_WORDS = new Set(['', '0', 'off', 'false', 'closed', 'stopped', 'stop', 'no'])

/** The state: an alarm before all, then what its rules say, then its value: any number but nought is on. @param state What is bound to its state; undefined where nothing is */
export function symbolState({ tone }: Pick<Judgement, 'tone'>, truth: Truth, state: Shown | undefined): SymbolState {
  if (state && (truth === 'bad' || truth === 'absent')) return 'unknown'
  if (tone === 'warning' || tone.startsWith('alarm-')) return 'fault'
  if (tone === 'off') return 'off'
  if (tone === 'good') return 'on'
  if (!state) return 'still'
  const { value } = state
  return (
    typeof value === 'number'
      ? value !== 0
      : !OFF_WORDS.has(
          String(value ?? '')
            .trim()
            .toLowerCase(),
        )
  )
    ? 'on'
    : 'off'
}

/** Which way something flows: by its number where one is bound, else forwards while the symbol is on. */
export function flowOf(flow: number | undefined, isBound: boolean, state: SymbolState): -1 | 0 | 1 {
  if (!isBound) return state === 'on' ? 1 : 0
  return flow === undefined || flow === 0 ? 0 : flow > 0 ? 1 : -1
}

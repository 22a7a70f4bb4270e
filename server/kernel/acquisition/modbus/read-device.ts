/** Reads a device, block by block. What it will not give is found out by asking for less and less, and then left out. */
import type { Answer, Question } from '../../modbus/connection.ts'
import type { Reading } from '../payload.ts'
import type { Block } from './blocks.ts'
import { splitBlock, valueIn } from './blocks.ts'
import type { Miss } from './bus.ts'

export interface DeviceRead {
  readonly readings: readonly Reading[]
  /** To be asked for next time: those that answered first. */
  readonly blocks: readonly Block[]
  readonly miss: Miss | undefined
  /** It said something, even if that was no. */
  readonly hasAnswered: boolean
  /** Nothing came at all, not even from a gateway. */
  readonly isSilent: boolean
}

/** Exceptions that mean "not these registers": no such function, address or length (Modbus Application Protocol 1.1b3, 7). */
const NOT_THESE = new Set([1, 2, 3])
const NO_SUCH_FUNCTION = 1
/** What a gateway says of a unit that it cannot reach. */
const NOT_REACHED = new Set([10, 11])

/** @param goesOn Whether anybody still wants to know. */
export async function readDevice(unit: number, blocks: readonly Block[], ask: (question: Question) => Promise<Answer>, goesOn: () => boolean): Promise<DeviceRead> {
  const waiting = [...blocks]
  const readings: Reading[] = []
  const [good, bad]: [Block[], Block[]] = [[], []]
  let miss: Miss | undefined
  let [hasAnswered, isSilent] = [false, true]
  for (let block = waiting.shift(); block && goesOn(); block = waiting.shift()) {
    const { kind, register, count, of } = block
    const key = of[0]?.key ?? ''
    const answer = await ask({ unit, kind, register, count })
    if ('silent' in answer) {
      miss = { code: 'no-answer', at: String(unit) }
      bad.push(block)
      // Who has not said anything yet is not asked for the rest.
      if (!hasAnswered) break
      continue
    }
    isSilent = false
    if ('words' in answer) {
      hasAnswered = true
      good.push(block)
      for (const each of of) readings.push({ key: each.key, time: undefined, value: valueIn(block, answer.words, each) })
      continue
    }
    const { exception } = answer
    miss = { code: 'exception', at: NOT_REACHED.has(exception) ? `${unit}: ${exception}` : `${key}: ${exception}` }
    if (NOT_REACHED.has(exception)) {
      bad.push(block)
      break
    }
    hasAnswered = true
    if (!NOT_THESE.has(exception)) bad.push(block) // busy, or broken: it may do better next time
    else {
      const smaller = exception === NO_SUCH_FUNCTION ? [] : splitBlock(block)
      waiting.unshift(...smaller)
      if (smaller.length === 0) for (const each of of) readings.push({ key: each.key, time: undefined, value: undefined })
    }
  }
  return { readings, blocks: [...good, ...waiting, ...bad], miss, hasAnswered, isSilent }
}

/** Reads a device, block by block. What it will not give is found out by asking for less and less, and then left out. */
import type { Answer, Question } from '../modbus-wire/connection.ts'
import type { Reading } from '../payload.ts'
import type { Block } from './blocks.ts'
import { splitBlock, valueIn } from './blocks.ts'
import type { Miss } from './bus-limits.ts'

export interface DeviceRead {
  readonly readings: readonly Reading[]
  /** To be asked for next time: those that answered first; but what there was no time for before them. */
  readonly blocks: readonly Block[]
  readonly miss: Miss | undefined
  /** It said something, even if that was no. */
  readonly hasAnswered: boolean
  /** Nothing came at all, not even from a gateway. */
  readonly isSilent: boolean
  /** Its time was over before it had been asked for everything. */
  readonly isCut: boolean
  /** It fell silent before it had been asked for everything. */
  readonly isInterrupted: boolean
}

/** Exceptions that mean "not these registers": no such function, address or length (Modbus Application Protocol 1.1b3, 7). */
const NOT_THESE = new Set([1, 2, 3])
const NO_SUCH_FUNCTION = 1
/** What a gateway says of a unit that it cannot reach. */
const NOT_REACHED = new Set([10, 11])

/**
 * The values of a device's registers, read block by block; blocks that the device refuses are split.
 * @param goesOn Whether there is time for another question; the first one is always asked.
 */
export async function readDevice(
  unit: number,
  blocks: readonly Block[],
  ask: (question: Question) => Promise<Answer>,
  goesOn: () => boolean,
): Promise<DeviceRead> {
  const waiting = [...blocks]
  const readings: Reading[] = []
  const [good, bad]: [Block[], Block[]] = [[], []]
  let miss: Miss | undefined
  let [hasAnswered, isSilent, isOver] = [false, true, false]
  const fail = (block: Block, code: 'no-answer' | 'mismatch') => {
    miss = { code, at: String(unit) }
    bad.push(block)
  }
  do {
    const block = waiting.shift()
    if (!block) break
    const { kind, register, count, of } = block
    const key = of[0]?.key ?? ''
    const answer = await ask({ unit, kind, register, count })
    if ('silent' in answer) {
      // Each silence takes seconds: the rest has to wait for the next time.
      fail(block, 'no-answer')
      isOver = true
      break
    }
    isSilent = false
    if ('mismatch' in answer) {
      fail(block, 'mismatch')
      continue
    }
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
      isOver = true
      break
    }
    hasAnswered = true
    if (!NOT_THESE.has(exception))
      bad.push(block) // busy, or broken: it may do better next time
    else {
      const smaller = exception === NO_SUCH_FUNCTION ? [] : splitBlock(block)
      waiting.unshift(...smaller)
      if (smaller.length === 0) for (const each of of) readings.push({ key: each.key, time: undefined, value: undefined })
    }
  } while (goesOn())
  const isCut = !isOver && waiting.length > 0
  return {
    readings,
    blocks: isCut ? [...waiting, ...good, ...bad] : [...good, ...waiting, ...bad],
    miss,
    hasAnswered,
    isSilent,
    isCut,
    isInterrupted: isOver,
  }
}

/** Running the programs of a measurement and printing what they found. */
import type { BareOptions } from '../bare-server.ts'
import type { Load, Measured } from '../load.ts'
import type { Program } from './child.ts'
import { ask, programOf, startProgram } from './child.ts'
import { SMOKE } from './smoke.ts'

export function startBare(options: BareOptions): Promise<Program> {
  return startProgram(`the bare server "${options.mode}"`, [programOf('bare-server.ts'), JSON.stringify(options)])
}

/** @throws Error when a request failed, with what was answered. */
export async function load(options: Load): Promise<Measured> {
  const measured = await ask<Measured>('the load', programOf('load.ts'), options)
  if (measured.failed > 0)
    throw new Error(`${measured.failed} requests to ${options.url} failed, the first of them with ${measured.failure ?? 'a timeout'}`)
  return measured
}

export interface Contender {
  readonly name: string
  readonly url: string
  readonly requests: Load['requests']
}

export interface Round {
  measured: Measured
  of: Contender
}

/** Measures all of them in turn, round after round and each round in another order, after warming each up. */
export async function compare(
  contenders: readonly Contender[],
  {
    rounds,
    seconds,
    connections,
    before,
  }: {
    rounds: number
    seconds: number
    connections: number
    /** Done before each measurement, such as a vacuum. */
    before(): Promise<void>
  },
): Promise<Map<string, Measured[]>> {
  const results = new Map<string, Measured[]>(contenders.map(({ name }) => [name, []]))
  // A smoke run needs nobody warm.
  if (!SMOKE) for (const { url, requests } of contenders) await load({ url, requests, connections, seconds: Math.min(3, seconds) })
  for (let round = 0; round < rounds; round += 1) {
    const order = contenders.map((_, index) => contenders[(index + round) % contenders.length] as Contender)
    for (const { name, url, requests } of order) {
      await before()
      results.get(name)?.push(await load({ url, requests, connections, seconds }))
    }
  }
  return results
}

/** What became of instances that were moved, one after the other. */
import type { Migration } from '../../../../model/contract/workflow/definitions.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { Failure } from '../../../kernel/errors.ts'

type Fault = {
  readonly fault: 'no-node' | 'kind' | 'scope' | 'no-flow' | 'no-way' | 'over' | 'touched'
  readonly node: string
}

export class Tally {
  moved = 0
  stayed = 0
  readonly #reasons = new Map<string, Migration['reasons'][number]>()
  readonly #t: Translate
  readonly #nameOf: (node: string) => string

  constructor(t: Translate, nameOf: (node: string) => string) {
    this.#t = t
    this.#nameOf = nameOf
  }

  /** Counts an instance, by what the move of it gives. */
  async count(instanceId: string, move: () => Promise<readonly Fault[]>): Promise<void> {
    const faults = await faultsOf(move)
    if (faults.length === 0) this.moved += 1
    else this.stayed += 1
    for (const { fault, node } of faults) {
      const key = `${fault} ${node}`
      const message = this.#t(`process-migration.${fault}`, { name: this.#nameOf(node) })
      const known = this.#reasons.get(key) ?? { node, message, count: 0, example: instanceId }
      this.#reasons.set(key, { ...known, count: known.count + 1 })
    }
  }

  get result(): Migration {
    return { moved: this.moved, stayed: this.stayed, reasons: [...this.#reasons.values()] }
  }
}

/** What keeps an instance; one that ended meanwhile needs to go nowhere. */
async function faultsOf(move: () => Promise<readonly Fault[]>): Promise<readonly Fault[]> {
  try {
    return await move()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'process.ended' || error.code === 'row.not-found') return [{ fault: 'over', node: '' }]
    if (error.code === 'process.touched') return [{ fault: 'touched', node: '' }]
    throw error
  }
}

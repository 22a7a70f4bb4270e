/** Processes that call one another so that they never end, over all that is deployed. */
import type { ProcessModel } from '../../../model/workflow/bpmn/process-model.ts'
import type { CallCircle, SureCall } from '../../../model/workflow/check/sure-calls.ts'
import { isSameKey, sureCalls } from '../../../model/workflow/check/sure-calls.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { deployed } from '../engine/calls.ts'
import { readBpmn } from '../read-bpmn.ts'

/** Processes that are looked at for one model: a longer way back to it ends by the bound of how deep processes call one another. */
const MAX_LOOKED_AT = 30

/** Returns the calls of a model by which its process comes back to itself through others, whatever conditions say. @param tx It has to see the whole tenant */
export async function callCircles(tx: Pick<Transaction, 'first'>, model: ProcessModel): Promise<readonly CallCircle[]> {
  if (model.faults.length > 0) return []
  const known = new Map<string, readonly SureCall[]>()
  /** What a called process calls in turn. */
  async function callsOf({ process, version }: SureCall): Promise<readonly SureCall[]> {
    const key = nameOf({ process, version })
    const found = known.get(key)
    if (found || known.size >= MAX_LOOKED_AT) return found ?? []
    const calls = await callsIn(tx, (await deployed(tx, process, version === 'latest' ? undefined : version))?.id)
    known.set(key, calls)
    return calls
  }
  const isBack = ({ process, version }: SureCall) => isSameKey(process, model.key) && version === 'latest'

  /** Whether a call leads back at once, or after something was waited for; nothing where it does not lead back. */
  async function wayBack(first: SureCall): Promise<boolean | undefined> {
    const seen = new Map<string, boolean>()
    let back: boolean | undefined
    const left = [first]
    for (let call = left.pop(); call; call = left.pop()) {
      if (isBack(call)) back = back === true || call.isAtOnce
      else if (seen.get(nameOf(call)) !== true && seen.get(nameOf(call)) !== call.isAtOnce) {
        seen.set(nameOf(call), call.isAtOnce)
        const { isAtOnce } = call
        left.push(...(await callsOf(call)).map((next) => ({ ...next, isAtOnce: isAtOnce && next.isAtOnce })))
      }
    }
    return back
  }

  const circles: CallCircle[] = []
  for (const call of sureCalls(model)) {
    const isAtOnce = isBack(call) ? undefined : await wayBack(call)
    if (isAtOnce !== undefined) circles.push({ node: call.node, process: call.process, isAtOnce })
  }
  return circles
}

const nameOf = ({ process, version }: Pick<SureCall, 'process' | 'version'>) => `${version} ${process.toLowerCase()}`

async function callsIn(tx: Pick<Transaction, 'first'>, definitionId: string | undefined): Promise<readonly SureCall[]> {
  if (definitionId === undefined) return []
  const row = await tx.first(build.selectFrom('process_definitions').select('xml').where('id', '=', definitionId))
  const read = row && (await readBpmn(new TextEncoder().encode(row.xml)))
  return read && !('refused' in read) ? sureCalls(read.model) : []
}

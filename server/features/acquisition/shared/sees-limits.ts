import { limitItems } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** Whether the caller sees all fields of limits: published limits say what these say, and are told to nobody else. */
export function seesLimits(caller: Caller): boolean {
  const view = viewOf(caller, limitItems)
  return Object.entries(limitItems.fields).every(([name, { access }]) => access !== 'row' || view.sees(name))
}

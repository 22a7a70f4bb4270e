import type { Expression } from '../../../../model/expression/expression.ts'
import type { Type } from '../../../../model/expression/operators.ts'
import { dayOf } from '../../../ui/clock.ts'

/** What a literal of a type is at first; a date is today by the clock of the tenant. */
export const FIRST: Readonly<Record<Exclude<Type, 'nothing'>, () => Expression>> = {
  truth: () => ({ value: true }),
  number: () => ({ value: 0 }),
  text: () => ({ value: '' }),
  date: () => ({ value: dayOf(Date.now()), as: 'date' }),
  moment: () => ({ value: new Date().toISOString(), as: 'moment' }),
  texts: () => ({ value: [] }),
  numbers: () => ({ value: [0] }),
}

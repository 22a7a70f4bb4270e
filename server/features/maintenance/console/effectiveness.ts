/** Overall equipment effectiveness: the product of three figures of the console, each of which says what it is made of. */
import type { Figure } from '../../../../model/contract/maintenance/console.ts'
import { OEE_FACTORS } from '../../../../model/maintenance/console.ts'
import { titleOf } from './asking.ts'

/** OEE of the figures that were made; none where one of its factors is not told, and without a number where one of them has none. */
export function effectivenessOf(figures: readonly Figure[]): Figure[] {
  const factors = OEE_FACTORS.map((key) => figures.find((figure) => figure.key === key))
  if (!factors.every((factor) => factor !== undefined)) return []
  const without = factors.find(({ value }) => value === null)
  return [
    {
      key: 'oee',
      value: without ? null : factors.reduce((product, { value }) => product * (value ?? 0), 1),
      missing: without?.missing ?? null,
      numerator: factors.map(({ value }, at) => ({
        title: titleOf(OEE_FACTORS[at] ?? 'uptime'),
        rows: null,
        count: 0,
        hours: null,
        share: value,
      })),
      denominator: [],
      isOfAllCategories: factors.some((factor) => factor.isOfAllCategories),
    },
  ]
}

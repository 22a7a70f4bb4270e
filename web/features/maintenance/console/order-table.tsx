/** Open orders by state and age; each number leads to its orders. */
import { Link } from 'react-router'
import type { OrderCell } from '../../../../model/contract/maintenance/console.ts'
import { ORDER_AGE_NAMES } from '../../../../model/maintenance/console.ts'
import { OPEN_STATES } from '../../../../model/maintenance/order-states.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { addressOf, numberText } from './words.ts'

export function OrderTable({ cells, pages }: { readonly cells: readonly OrderCell[]; readonly pages: ReadonlySet<string> }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  return (
    <table className="console-orders">
      <thead>
        <tr>
          <th scope="col">{t('console.state')}</th>
          {ORDER_AGE_NAMES.map((age) => (
            <th key={age} scope="col">
              {t(`console.age-${age}`)}
            </th>
          ))}
          <th scope="col">{t('console.all')}</th>
        </tr>
      </thead>
      <tbody>
        {OPEN_STATES.map((state) => {
          const own = cells.filter((cell) => cell.state === state)
          const name = t(`choice.orderState.${state}`)
          return (
            <tr key={state}>
              <th scope="row">{name}</th>
              {own.map(({ age, rows }) => {
                const counted = numberText(rows.count, locale)
                const address = rows.count === 0 ? undefined : addressOf(rows, pages)
                const label = `${name}, ${t(`console.age-${age}`)}`
                return (
                  <td key={age} data-label={t(`console.age-${age}`)}>
                    {address === undefined ? (
                      <span className={rows.count === 0 ? 'quiet' : undefined}>{counted}</span>
                    ) : (
                      <Link to={address} aria-label={t('console.open-list', { name: label, count: counted })}>
                        {counted}
                      </Link>
                    )}
                  </td>
                )
              })}
              <td data-label={t('console.all')}>
                <strong>
                  {numberText(
                    own.reduce((sum, { rows }) => sum + rows.count, 0),
                    locale,
                  )}
                </strong>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

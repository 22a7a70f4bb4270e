/** What a drawing shows, for those who do not see it; and what stands where there is nothing to draw. */
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Charted } from './figure-rows.ts'

/** Rows that are read out: of more nobody listens to the end. */
const MAX_ROWS = 60

export function ChartRows({ categories, series, unit }: Charted & { readonly unit?: string | undefined }) {
  return (
    <table className="visually-hidden">
      <thead>
        <tr>
          <td />
          {series.map(({ name }, at) => (
            <th key={at} scope="col">
              {unit ? `${name} (${unit})` : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.slice(0, MAX_ROWS).map((category, at) => (
          <tr key={at}>
            <th scope="row">{category}</th>
            {series.map(({ values }, nth) => (
              <td key={nth}>{values[at] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface EmptyProps {
  /** Nothing is known yet: whether there is nothing is known later. */
  readonly isWaiting?: boolean
  readonly text?: string | undefined
  /** Why there is nothing, where the server has said so. */
  readonly failure?: string | undefined
}

/** Quiet words where there is nothing: that it comes, or why it does not. */
export function Empty({ isWaiting = false, text, failure }: EmptyProps) {
  const t = useT()
  return <p className="sw-empty">{failure ?? (isWaiting ? t('common.loading') : (text ?? t('screen-widget.nothing')))}</p>
}

/** Fields with their values before and after. */
import { useT } from '../../i18n/i18n.ts'
import type { FieldChange } from '../../../../model/contract/admin/logs.ts'
import './history.css'

interface ChangesTableProps {
  readonly changes: readonly FieldChange[]
  readonly verb: 'add' | 'update' | 'delete'
  readonly caption: string
}

export function ChangesTable({ changes, verb, caption }: ChangesTableProps) {
  const t = useT()
  const before = verb !== 'add'
  const after = verb !== 'delete'
  return (
    <table className="changes-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('history.field')}</th>
          {before && <th scope="col">{t('history.from')}</th>}
          {after && <th scope="col">{t('history.to')}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.label}</th>
            {before && (
              <td className="was">
                <ChangedValue change={change} side="from" />
              </td>
            )}
            {after && (
              <td className="is">
                <ChangedValue change={change} side="to" />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ChangedValue({ change, side }: { change: FieldChange; side: 'from' | 'to' }) {
  const t = useT()
  const text = side === 'from' ? change.fromCn : change.toCn
  if (change.links)
    return text ? (
      <>
        {t(side === 'from' ? 'history.removed' : 'history.added')}
        {t('common.means')}
        {text}
      </>
    ) : (
      <span className="empty-value">–</span>
    )
  return text ? <>{text}</> : <span className="empty-value">{t('history.none')}</span>
}

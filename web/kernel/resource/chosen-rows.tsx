/** How many rows of a list are ticked, here and on other pages, and how to tick all that were found or none. */
import type { Resource } from '../../../model/resource.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { useT } from '../i18n/i18n.ts'
import { ChooseFound } from './choose-found.tsx'
import type { Found } from './found-rows.ts'
import type { ListState } from './list-state.ts'
import type { useSelection } from './use-selection.ts'

interface ChosenRowsProps {
  readonly of: Resource
  readonly state: ListState
  readonly rows: readonly ResourceRow[]
  readonly found: Found
  readonly selection: ReturnType<typeof useSelection>
}

export function ChosenRows({ of, state, rows, found, selection: { ids: chosen, elsewhere, take, clear } }: ChosenRowsProps) {
  const t = useT()
  return (
    <span className={chosen.size > 0 ? 'list-chosen' : undefined}>
      <span role="status">{chosen.size > 0 && t('list.chosen', { count: chosen.size })}</span>
      {chosen.size > 0 && <ChooseFound of={of} state={state} rows={rows} found={found} chosen={chosen} onRows={take} />}
      {elsewhere > 0 && <span>{t('list.chosen-elsewhere', { count: elsewhere })}</span>}
      {chosen.size > 0 && (
        <button type="button" className="list-clear" onClick={clear}>
          {t('list.clear')}
        </button>
      )}
    </span>
  )
}

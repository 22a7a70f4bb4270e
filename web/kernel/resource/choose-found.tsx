import { useState } from 'react'
import { MAX_TOGETHER } from '../../../model/contract/exchange/rows.ts'
import type { Resource } from '../../../model/resource.ts'
import { ApiError } from '../http/api.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { allRows, readList } from '../http/resource-client.ts'
import { useT } from '../i18n/i18n.ts'
import { figureText } from '../i18n/texts.ts'
import type { Found } from './found-rows.ts'
import { isPageChosen } from './found-rows.ts'
import type { ListState } from './list-state.ts'
import { listQuery } from './list-state.ts'

interface ChooseFoundProps {
  readonly of: Resource
  readonly state: ListState
  readonly rows: readonly ResourceRow[]
  readonly found: Found
  readonly chosen: ReadonlySet<string>
  readonly onRows: (rows: readonly ResourceRow[]) => void
}

/** The button that chooses the rows of the other pages as well, once those of this one are chosen. */
export function ChooseFound({ of, state, rows, found: { count, isHere }, chosen, onRows }: ChooseFoundProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const most = count === undefined ? MAX_TOGETHER : Math.min(count, MAX_TOGETHER)
  if (!isPageChosen(rows, chosen) || chosen.size >= most) return null
  // Nobody has counted the rows of a tree beyond its page: where some of them are chosen, all are.
  if (count === undefined && of.parent && chosen.size > allRows(rows).length) return null

  async function choose(): Promise<void> {
    setBusy(true)
    try {
      const list = isHere ? rows : (await readList(of, listQuery({ ...state, page: 1, size: MAX_TOGETHER }))).list
      onRows(allRows(list).slice(0, MAX_TOGETHER))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <button type="button" className="list-clear" disabled={busy} onClick={() => void choose()}>
      {count !== undefined && count <= MAX_TOGETHER
        ? t('list.select-all', { count: figureText(count) })
        : of.parent
          ? t('list.select-below')
          : t('list.select-first', { most: figureText(MAX_TOGETHER) })}
    </button>
  )
}

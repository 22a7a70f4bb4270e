/** Add, edit and delete, as buttons of the toolbar and of a row. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Resource } from '../../../model/resource.ts'
import { confirm } from '../../ui/confirm.ts'
import type { RowAction } from '../../ui/data-table.tsx'
import { toast } from '../../ui/toast.ts'
import type { Action } from '../../ui/toolbar.tsx'
import { ApiError } from '../http/api.ts'
import type { FormValues } from './form-checks.ts'
import type { Translate } from '../i18n/i18n.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { deleteRows } from '../http/resource-client.ts'
import { fieldsTogether } from './fields-together.ts'
import { valuesToCopy } from './form-body.ts'
import { undoLink } from './undo.ts'

const icons = {
  add: <PlusOutlined aria-hidden="true" />,
  update: <EditOutlined aria-hidden="true" />,
  delete: <DeleteOutlined aria-hidden="true" />,
}

/** Why the server would refuse to change or delete a row, in the reader's language; undefined where it would not. */
export type Refusal = (row: ResourceRow, button: 'update' | 'delete') => string | undefined

/**
 * Whether to go on with what ends something for rows, once what hangs on them was seen to: before they are removed or switched off, and after their removal was
 * refused.
 */
export type Ending = (rows: readonly ResourceRow[], how: 'remove' | 'refused' | 'turn-off') => Promise<boolean>

interface ActionContext {
  readonly of: Resource
  readonly t: Translate
  readonly may: (button: string) => boolean
  readonly chosen: readonly ResourceRow[]
  /** @param values What a new row's form begins with. */
  readonly openForm: (row: ResourceRow | undefined, values?: FormValues) => void
  readonly refusal: Refusal
  readonly ending: Ending | undefined
  readonly openHistory: (row: ResourceRow) => void
  readonly openDetail: (row: ResourceRow) => void
  readonly openBatch: (rows: readonly ResourceRow[]) => void
  readonly openBin: () => void
  readonly changed: () => Promise<void>
  readonly countBelow: (ids: readonly string[]) => number
}

/** The actions that every noun has, above its list and in each row, as far as the caller may. */
export function standardActions(context: ActionContext): { bar: Action[]; bin: Action[]; ofRow: (row: ResourceRow) => RowAction[] } {
  const { of, t, may, chosen, openForm, openHistory, openDetail, openBatch, openBin, refusal } = context

  function editChosen(): void {
    const [row] = chosen
    if (!row) return toast.warning(t('list.check-one'))
    if (chosen.some(isBuiltIn)) return toast.warning(t('error.row.built-in'))
    const [why] = chosen.flatMap((one) => refusal(one, 'update') ?? [])
    if (why) return toast.warning(why)
    if (chosen.length === 1) openForm(row)
    // Of rows that have nothing to share, one is changed at a time (section 9 of the specification).
    else if (fieldsTogether(of).length === 0) toast.warning(t('list.only-one'))
    else openBatch(chosen)
  }

  function deleteChosen(): void {
    if (chosen.length === 0) return toast.warning(t('list.check-one'))
    if (chosen.some(isBuiltIn)) return toast.warning(t('error.row.built-in'))
    const [why] = chosen.flatMap((row) => refusal(row, 'delete') ?? [])
    if (why) return toast.warning(why)
    void askAndDelete(context, chosen)
  }

  const bar: Action[] = [
    { key: 'add', label: t('button.add'), icon: icons.add, main: true, run: () => openForm(undefined) },
    { key: 'update', label: t('button.update'), icon: icons.update, run: editChosen },
    { key: 'delete', label: t('button.delete'), icon: icons.delete, danger: true, run: deleteChosen },
  ]
  const ofRow = (row: ResourceRow): RowAction[] => [
    { key: 'update', label: t('button.update'), smallIcon: icons.update, run: () => openForm(row) },
    { key: 'delete', label: t('button.delete'), smallIcon: icons.delete, danger: true, run: () => void askAndDelete(context, [row]) },
    { key: 'history', label: t('button.history'), rare: true, run: () => openHistory(row) },
  ]
  const parent = of.parent
  const detail = (row: ResourceRow): RowAction => ({ key: 'detail', label: t('detail.open'), rare: true, run: () => openDetail(row) })
  // What has a copy of its own is more than its row: a form filled in alike would make half of it.
  const copy = (row: ResourceRow): RowAction[] =>
    may('add') && of.calls?.['copy'] === undefined
      ? [{ key: 'copy', label: t('list.copy'), rare: true, run: () => openForm(undefined, valuesToCopy(of, row)) }]
      : []
  // A tenant adds its own rows below those that came with the product, too.
  const below = (row: ResourceRow): RowAction[] =>
    parent && may('add')
      ? [{ key: 'below', label: t('list.add-below'), smallIcon: icons.add, run: () => openForm(undefined, { [parent]: row.id }) }]
      : []
  const own = (row: ResourceRow) =>
    ofRow(row).filter(({ key }) => may(key) && !((key === 'update' || key === 'delete') && refusal(row, key)))
  const bin: Action[] = of.restorable && may('add') && may('history') ? [{ key: 'bin', label: t('bin.open'), run: openBin }] : []
  return {
    bar: bar.filter(({ key }) => may(key)),
    bin,
    ofRow: (row) => [...below(row), ...(isBuiltIn(row) ? [] : own(row)), ...copy(row), detail(row)],
  }
}

/** Came with the product: everybody reads it, nobody changes it. */
export function isBuiltIn(row: ResourceRow): boolean {
  return row['builtIn'] === 1
}

async function askAndDelete({ of, t, may, countBelow, changed, ending }: ActionContext, rows: readonly ResourceRow[]): Promise<void> {
  if (ending && !(await ending(rows, 'remove'))) return
  const ids = rows.map(({ id }) => id)
  const below = countBelow(ids)
  const [first] = rows
  const what =
    rows.length === 1 && first
      ? t(of.restorable ? 'delete.one-kept' : 'delete.one', { name: String(first[of.title] ?? '') })
      : t(of.restorable ? 'delete.several-kept' : 'delete.several', { count: rows.length })
  const yes = await confirm({
    title: t('delete.title'),
    text: below > 0 ? `${what} ${t('delete.below', { count: below })}` : what,
    ok: t('button.delete'),
    cancel: t('common.cancel'),
    danger: true,
  })
  if (!yes) return
  const refused = async (): Promise<ApiError | undefined> => {
    try {
      await deleteRows(of, ids)
      toast.success(t('delete.done'), of.restorable && may('add') ? undoLink(of, ids, changed) : undefined)
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }
  const failure = await refused()
  if (failure?.status === 409 && ending && (await ending(rows, 'refused'))) await refused()
  await changed()
}

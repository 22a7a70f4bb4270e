/** What stands at the right of every list: its views, its columns, and reading it again. The editors are loaded when they are opened. */
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Suspense, lazy, useState } from 'react'
import type { Listing } from '../../../../model/resource.ts'
import { copyText } from '../../../ui/clipboard.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { toast } from '../../../ui/toast.ts'
import { ApiError } from '../../http/api.ts'
import { useT } from '../../i18n/i18n.ts'
import { NO_VIEW, fieldOfFilterKey } from '../list-state.ts'
import { columnTexts } from '../../i18n/texts.ts'
import type { ListControl } from '../use-list-state.ts'
import type { ListKept } from '../../../../model/contract/account/list-views.ts'
import { addView, forgetKept, updateView } from './client.ts'
import type { useLook } from './use-look.ts'
import { isChanged, viewStateOf } from './view-state.ts'
import { ViewsMenu } from './views-menu.tsx'

const ColumnEditor = lazy(() => import('../../../ui/column-editor.tsx'))
const NameDialog = lazy(() => import('../name-dialog.tsx'))
const ViewManager = lazy(() => import('./view-manager.tsx'))

interface ListToolsOf {
  readonly of: Listing
  readonly kept: ListKept | undefined
  readonly control: ListControl
  readonly look: ReturnType<typeof useLook>
  readonly columns: readonly Pick<Column<never>, 'key' | 'title' | 'width' | 'isRare'>[]
  /** The fields its reader sees; absent while they are not known. */
  readonly visible: readonly string[] | undefined
  readonly reload: () => void
}

type Editor = 'columns' | 'save' | 'manage'

/** The parts of a list for its views and columns: the tools above it, a notice, and the dialogs they open. */
export function useListTools({ of, kept, control, look, columns, visible, reload }: ListToolsOf): {
  tools: ReactNode
  notice: ReactNode
  editors: ReactNode
} {
  const t = useT()
  const queries = useQueryClient()
  // What was opened once stays, so that it can close as it opened.
  const [opened, setOpened] = useState<{ which: Editor; open: boolean; times: number }>()
  const { state, view } = control
  const isSeen = (key: string) => visible?.includes(fieldOfFilterKey(of, key)) ?? true
  const ignored = Object.keys(state.filters).filter((key) => !isSeen(key)).length
  const now = viewStateOf(
    { ...state, filters: Object.fromEntries(Object.entries(state.filters).filter(([key]) => isSeen(key))) },
    look.look,
  )
  const withheld = (view?.withheld ?? 0) + ignored
  const isGone = kept !== undefined && state.view !== undefined && state.view !== NO_VIEW && !view

  const open = (which: Editor) => setOpened((before) => ({ which, open: true, times: (before?.times ?? 0) + 1 }))
  const close = () => setOpened((before) => before && { ...before, open: false })

  async function saveAs(name: string): Promise<void> {
    const id = await addView(of, name, now)
    await forgetKept(queries, of)
    control.adopt(id)
    look.forget()
    toast.success(t('view.saved'))
    close()
  }

  async function save(): Promise<void> {
    if (!view) return
    try {
      await updateView(view.id, { version: view.version, state: now })
      toast.success(t('view.saved'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetKept(queries, of)
    look.forget()
  }

  async function copyLink(): Promise<void> {
    if (!view) return
    if (await copyText(`${location.origin}${location.pathname}?view=${view.id}`)) toast.success(t('view.copied'))
    else toast.warning(t('clipboard.refused'))
  }

  return {
    tools: (
      <span className="list-tools">
        {kept && (
          <ViewsMenu
            list={kept.list}
            view={view}
            changed={view !== undefined && isChanged(view, now)}
            onOpen={(wanted) => {
              look.forget()
              control.open(wanted)
            }}
            onSave={() => void save()}
            onSaveAs={() => open('save')}
            onManage={() => open('manage')}
            onCopyLink={() => void copyLink()}
          />
        )}
        <Button
          type="text"
          icon={<ReloadOutlined aria-hidden="true" />}
          aria-label={t('list.refresh')}
          title={t('list.refresh')}
          onClick={reload}
        />
        <Button
          type="text"
          icon={<SettingOutlined aria-hidden="true" />}
          aria-label={t('columns.open')}
          title={t('columns.open')}
          aria-haspopup="dialog"
          onClick={() => open('columns')}
        />
      </span>
    ),
    notice: (withheld > 0 || isGone) && (
      <p className="list-notice" role="status">
        {isGone ? t('view.gone') : t('view.withheld', { count: withheld })}
      </p>
    ),
    editors: opened && (
      <Suspense fallback={null}>
        {opened.which === 'columns' && (
          <ColumnEditor
            columns={columns}
            look={look.look}
            onLook={look.change}
            open={opened.open}
            onClose={close}
            texts={columnTexts(t)}
            note={view && t('columns.kept-in-view', { view: view.viewName })}
          />
        )}
        {opened.which === 'save' && (
          <NameDialog
            key={opened.times}
            open={opened.open}
            title={t('view.save-title')}
            about={t('view.save-text')}
            label={t('view.name')}
            onSave={saveAs}
            onClose={close}
          />
        )}
        {opened.which === 'manage' && kept && <ViewManager of={of} kept={kept} open={opened.open} onClose={close} />}
      </Suspense>
    ),
  }
}

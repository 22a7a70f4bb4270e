/** The network disk: one's folders and files, what others share, and what was deleted. */
import { useQuery } from '@tanstack/react-query'
import type { MenuProps } from 'antd'
import { Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../kernel/http/api.ts'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { ROOT, downloadFiles, isFolder, listOfFiles, succeeded } from '../../../shared/files/client.ts'
import { previewOf } from '../../../shared/files/preview/kind.ts'
import { useFileRights } from '../../../shared/files/rights.ts'
import type { Dropped } from '../../../shared/files/uploads/found.ts'
import { MAX_UPLOAD_FILES } from '../../../shared/files/uploads/found.ts'
import { InterruptedUploads } from '../../../shared/files/uploads/interrupted-uploads.tsx'
import { pickFiles } from '../../../shared/files/uploads/pick.ts'
import { enqueue, useUploads } from '../../../shared/files/uploads/queue.ts'
import { UploadPanel } from '../../../shared/files/uploads/upload-panel.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { pagerTexts } from '../../../kernel/i18n/texts.ts'
import { Pager } from '../../../ui/pager.tsx'
import { toast } from '../../../ui/toast.ts'
import { Toolbar } from '../../../ui/toolbar.tsx'
import '../../../kernel/resource/resource-page.css'
import type { ActionsContext } from './actions.tsx'
import { entryActions, placeActions } from './actions.tsx'
import { DiskBar } from './bar.tsx'
import { Crumbs } from './crumbs.tsx'
import type { OpenDialog } from './dialog.ts'
import { Dialogs } from './dialogs.tsx'
import { dropOn } from './drag.ts'
import { Entries } from './entries.tsx'
import { DISK_SIZES, changeLook, queryOf, useDiskLook, useWhere } from './place.ts'
import type { Selection } from './selection.ts'
import { nothingChosen, only, within } from './selection.ts'
import { Side } from './side.tsx'
import { useWork } from '../../../shared/files/use-work.ts'
import './disk.css'

export default function DiskPage() {
  const t = useT()
  const [where, go] = useWhere()
  const { place, folder, name, page } = where
  const look = useDiskLook()
  const work = useWork()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(listOfFiles(queryOf(where, look)))
  const may = useFileRights('networkdisk', data?.allowed)
  const [kept, setKept] = useState<{ at: string; selection: Selection }>()
  const [renaming, setRenaming] = useState<string>()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [menu, setMenu] = useState<{ x: number; y: number }>()

  const rows = isPending ? [] : (data?.list ?? [])
  const total = data?.total ?? 0
  const at = JSON.stringify(where)
  const selection = within(
    kept?.at === at ? kept.selection : nothingChosen,
    rows.map(({ id }) => id),
  )
  const select = (next: Selection) => setKept({ at, selection: next })
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  const path = data?.path ?? []
  // What is somebody else's, however it was come to, is only read.
  const isWritable = place === 'mine' && name === '' && (folder === ROOT || !data || rows.every(({ isOwn }) => isOwn))

  // Uploads go on behind the page; what has arrived is shown.
  const arrived = useUploads((queue) => queue.arrived)
  const { refresh } = work
  const shownAt = useRef(arrived)
  useEffect(() => {
    if (shownAt.current === arrived) return
    shownAt.current = arrived
    void refresh()
  })

  async function upload(dropped: Promise<Dropped>, target: string): Promise<void> {
    const found = await dropped
    if (found.files.length > MAX_UPLOAD_FILES) return toast.warning(t('disk.too-many', { most: MAX_UPLOAD_FILES }))
    enqueue(target, found)
  }
  const onUpload =
    may('upload') && place === 'mine' ? (dropped: Promise<Dropped>, target: string) => void upload(dropped, target) : undefined
  const onMove = may('update') && place === 'mine' ? (ids: readonly string[], target: string) => void work.move(ids, target) : undefined
  const onDelete = may('delete') && place === 'mine' ? (ids: readonly string[]) => void work.remove(ids) : undefined

  function open(row: FileRow): void {
    if (place === 'recycled') return setDialog({ kind: 'properties', rows: [row] })
    if (isFolder(row)) return go({ ...(place === 'shared' ? {} : { place }), folder: row.id })
    if (previewOf(row) && may('preview')) setDialog({ kind: 'preview', rows: rows.filter((one) => !isFolder(one)), first: row.id })
    else if (may('download')) void succeeded(downloadFiles([row]))
  }

  function up(): void {
    if (folder !== ROOT) go({ ...where, page: 1, name: '', folder: path.at(-2)?.id ?? ROOT })
  }

  async function add(): Promise<void> {
    const id = await work.add(folder, rows)
    if (id === undefined) return
    select(only(id))
    setRenaming(id)
  }

  /** The keyboard is on the entry again before what was chosen for it takes over. */
  function closeMenu(): void {
    setMenu(undefined)
    if (selection.focus !== undefined) document.querySelector<HTMLElement>(`.entry[data-id="${selection.focus}"]`)?.focus()
  }

  const context: ActionsContext = {
    t,
    place,
    chosen,
    may,
    work,
    isWritable,
    total,
    onOpen: open,
    onDialog: setDialog,
    onAdd: () => void add(),
    onRename: () => {
      const [one] = chosen
      if (one && chosen.length === 1 && one.isOwn) setRenaming(one.id)
    },
    onPick: (what) => pickFiles(what, (picked) => void upload(Promise.resolve(picked), folder)),
  }
  const ofEntries = entryActions(context)
  const run = (key: string) => ofEntries.find((action) => action.key === key)?.run
  const failure = error instanceof ApiError ? error : undefined

  return (
    <div className="disk">
      <h1 className="visually-hidden">{t('menu.networkdisk')}</h1>
      <Side where={where} onGo={go} onMove={onMove} onUpload={onUpload} onDelete={onDelete} />
      <section
        className="disk-main"
        aria-label={t('disk.entries')}
        {...dropOn({ upload: isWritable && onUpload ? (dropped) => onUpload(dropped, folder) : undefined })}
      >
        <Toolbar
          label={t('list.actions')}
          actions={[...(chosen.length === 0 || place === 'recycled' ? placeActions(context) : []), ...ofEntries]}
          more={t('list.more')}
        >
          <span className={chosen.length > 0 ? 'list-chosen' : undefined}>
            <span role="status">{chosen.length > 0 && t('list.chosen', { count: chosen.length })}</span>
            {chosen.length > 0 && (
              <button type="button" className="list-clear" onClick={() => select(nothingChosen)}>
                {t('list.clear')}
              </button>
            )}
          </span>
        </Toolbar>
        <div className="disk-line">
          <Crumbs place={place} path={path} onGo={(id) => go({ ...where, page: 1, name: '', folder: id })} onMove={onMove} />
          <DiskBar name={name} onSearch={(word) => go({ ...where, page: 1, name: word })} />
        </div>
        {onUpload && <InterruptedUploads />}
        {name !== '' && (
          <p className="disk-found" role="status">
            {t('disk.found', { count: total, name })}
          </p>
        )}
        {failure ? (
          <ListFailure error={failure} onRetry={() => void refetch()} />
        ) : rows.length === 0 && !isPending ? (
          <Nothing
            key={folder}
            text={t(
              name !== '' ? 'disk.nothing-found' : isWritable ? (onUpload ? 'disk.drop-here' : 'list.empty') : `disk.nothing-${place}`,
            )}
            onUp={up}
          />
        ) : (
          <Entries
            key={place}
            rows={rows}
            place={place}
            isSearch={name !== ''}
            selection={selection}
            onSelect={select}
            renaming={renaming}
            busy={isPending || isPlaceholderData}
            onOpen={open}
            onMove={onMove}
            onUpload={onUpload}
            onMenu={setMenu}
            onRename={run('rename')}
            onDelete={run(place === 'recycled' ? 'erase' : 'delete')}
            onUp={up}
            onRenamed={(row, next) => {
              setRenaming(undefined)
              if (next !== undefined) void work.rename(row, next)
            }}
          />
        )}
        {total > 0 && (
          <Pager
            page={page}
            size={look.rows}
            sizes={DISK_SIZES}
            total={total}
            texts={pagerTexts(total, t, data?.totalIs)}
            onChange={(next, size) => {
              changeLook({ rows: size })
              go({ ...where, page: next })
            }}
          />
        )}
      </section>
      <Menu
        at={menu}
        items={[...(chosen.length === 0 ? placeActions(context) : []), ...ofEntries].flatMap((action) =>
          'ways' in action ? action.ways.flatMap(({ actions }) => actions) : [action],
        )}
        onClose={closeMenu}
      />
      <UploadPanel />
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs
            of={dialog}
            way={path}
            may={may}
            onMove={(ids, target) => void work.move(ids, target)}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** In an empty folder the keyboard is not lost: the way back goes on leading up. */
function Nothing({ text, onUp }: { text: string; onUp: () => void }) {
  const take = useCallback((element: HTMLElement | null) => {
    if (element && document.activeElement === document.body) element.focus()
  }, [])
  return (
    <p
      ref={take}
      className="disk-nothing"
      tabIndex={-1}
      onKeyDown={({ key }) => {
        if (key === 'Backspace') onUp()
      }}
    >
      {text}
    </p>
  )
}

type Items = NonNullable<MenuProps['items']>

/** The menu of the mouse, where the mouse is. */
function Menu({
  at,
  items,
  onClose,
}: {
  at: { x: number; y: number } | undefined
  items: readonly { key: string; label: string; icon?: ReactNode; danger?: boolean; run: () => void }[]
  onClose: () => void
}) {
  const entries: Items = items.map(({ key, label, icon, danger = false, run }) => ({ key, label, icon, danger, onClick: run }))
  return (
    <Dropdown
      open={at !== undefined && entries.length > 0}
      trigger={['click']}
      autoFocus
      menu={{ items: entries, onClick: onClose }}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <span key={`${at?.x} ${at?.y}`} className="disk-menu-place" style={at ? { left: at.x, top: at.y } : undefined} />
    </Dropdown>
  )
}

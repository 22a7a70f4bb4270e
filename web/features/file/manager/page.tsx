/** The file manager: everything one has, from all folders, in one list. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { FILE_TYPES, files } from '../../../../model/file/files.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { bytesOf } from '../../../shared/files/bytes.ts'
import { ROOT, downloadFiles, isFolder, listOfFiles, shareWithAll, succeeded } from '../../../shared/files/client.ts'
import { FileIcon } from '../../../shared/files/file-icon.tsx'
import { previewOf } from '../../../shared/files/preview/kind.ts'
import { useFileRights } from '../../../shared/files/rights.ts'
import { pickFiles } from '../../../shared/files/uploads/pick.ts'
import { enqueue, useUploads } from '../../../shared/files/uploads/queue.ts'
import { UploadPanel } from '../../../shared/files/uploads/upload-panel.tsx'
import { useWork } from '../../../shared/files/use-work.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { listQuery } from '../../../kernel/resource/list-state.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { filterTexts, pagerTexts, tableTexts } from '../../../kernel/i18n/texts.ts'
import { useListState } from '../../../kernel/resource/use-list-state.ts'
import type { Column, RowAction } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { FilterField } from '../../../ui/filter-bar.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Action } from '../../../ui/toolbar.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import '../../../kernel/resource/resource-page.css'
import './manager.css'

const Preview = lazy(() => import('../../../shared/files/preview/preview.tsx'))
const NameDialog = lazy(() => import('./name-dialog.tsx'))

export default function FileManagerPage() {
  const t = useT()
  const { state, filter, sort, turn } = useListState(files, undefined)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery(listOfFiles({ ...listQuery(state), everywhere: 1 }))
  const may = useFileRights('upload-download', data?.allowed)
  const work = useWork()
  const [kept, setKept] = useState<{ at: string; ids: ReadonlySet<string> }>()
  const [shown, setShown] = useState<string>()
  const [named, setNamed] = useState<FileRow>()
  const rows = data?.list ?? []
  const at = JSON.stringify(state)
  const ids = new Set(rows.map(({ id }) => id).filter((id) => kept?.at === at && kept.ids.has(id)))
  const chosen = rows.filter(({ id }) => ids.has(id))

  const arrived = useUploads((queue) => queue.arrived)
  const { refresh } = work
  const seen = useRef(arrived)
  useEffect(() => {
    if (seen.current === arrived) return
    seen.current = arrived
    void refresh()
  })

  async function share(row: FileRow, on: boolean): Promise<void> {
    if (await succeeded(shareWithAll(row.id, on ? 1 : 0))) toast.success(t(on ? 'disk.shared-now' : 'disk.unshared-now'))
    await refresh()
  }

  const some = (run: (some: readonly FileRow[]) => void) => () => {
    if (chosen.length > 0) run(chosen)
    else toast.warning(t('list.check-one'))
  }
  const actions: Action[] = [
    ...(may('upload')
      ? [
          {
            key: 'upload',
            label: t('button.upload'),
            icon: <UploadOutlined aria-hidden="true" />,
            main: true,
            run: () => pickFiles('files', (picked) => enqueue(ROOT, picked)),
          },
        ]
      : []),
    ...(may('download')
      ? [
          {
            key: 'download',
            label: t('button.download'),
            icon: <DownloadOutlined aria-hidden="true" />,
            run: some((those) => void succeeded(downloadFiles(those))),
          },
        ]
      : []),
    ...(may('delete')
      ? [
          {
            key: 'delete',
            label: t('button.delete'),
            icon: <DeleteOutlined aria-hidden="true" />,
            danger: true,
            run: some((those) => void work.remove(those.map(({ id }) => id))),
          },
        ]
      : []),
  ]
  const actionsOf = (row: FileRow): RowAction[] => [
    ...(may('preview') && previewOf(row) ? [{ key: 'preview', label: t('button.preview'), run: () => setShown(row.id) }] : []),
    ...(may('download') ? [{ key: 'download', label: t('button.download'), run: () => void succeeded(downloadFiles([row])) }] : []),
    ...(may('update') ? [{ key: 'update', label: t('disk.rename'), rare: true, run: () => setNamed(row) }] : []),
    ...(may('delete')
      ? [{ key: 'delete', label: t('button.delete'), danger: true, rare: true, run: () => void work.remove([row.id]) }]
      : []),
  ]
  const failure = error instanceof ApiError && !data ? error : undefined
  const total = data?.total ?? 0
  return (
    <div className="file-manager">
      <h1 className="visually-hidden">{t('menu.upload-download')}</h1>
      <FilterBar fields={filtersOf(t)} first={2} values={state.filters} onQuery={filter} texts={filterTexts(t)} />
      {failure ? (
        <ListFailure error={failure} onRetry={() => void refetch()} />
      ) : (
        <section className="resource-card">
          <Toolbar label={t('list.actions')} actions={actions} more={t('list.more')}>
            <span className={ids.size > 0 ? 'list-chosen' : undefined}>
              <span role="status">{ids.size > 0 && t('list.chosen', { count: ids.size })}</span>
              {ids.size > 0 && (
                <button type="button" className="list-clear" onClick={() => setKept(undefined)}>
                  {t('list.clear')}
                </button>
              )}
            </span>
          </Toolbar>
          <DataTable
            columns={columnsOf(t, may('authorize') ? (row, on) => void share(row, on) : undefined)}
            rows={rows}
            nameOf={({ originalFilename }) => originalFilename}
            choosable={isPending || may('download') || may('delete')}
            chosen={ids}
            onChoose={(next) => setKept({ at, ids: next })}
            sort={state.sorter}
            onSort={sort}
            actionsOf={actionsOf}
            card={{ title: 'originalFilename' }}
            state={isPending ? 'first' : isPlaceholderData ? 'again' : isFetching ? 'renewing' : 'ready'}
            expected={Math.min(state.size, 10)}
            texts={tableTexts(t('menu.upload-download'), t)}
          />
          <Pager page={state.page} size={state.size} total={total} texts={pagerTexts(total, t, data?.totalIs)} onChange={turn} />
        </section>
      )}
      <UploadPanel />
      {shown !== undefined && (
        <Suspense fallback={null}>
          <Preview
            rows={rows.filter((row) => !isFolder(row))}
            first={shown}
            mayDownload={may('download')}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
      {named && (
        <Suspense fallback={null}>
          <NameDialog key={named.id} row={named} onRename={(name) => work.rename(named, name)} onClose={() => setNamed(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

const filtersOf = (t: Translate): FilterField[] => [
  { key: 'originalFilename', label: t('field.files.originalFilename'), kind: 'input' },
  {
    key: 'fileType',
    label: t('field.files.fileType'),
    kind: 'select',
    options: FILE_TYPES.map((value) => ({ value, label: t(`choice.fileType.${value}`) })),
  },
]

function columnsOf(t: Translate, onShare: ((row: FileRow, on: boolean) => void) | undefined): Column<FileRow>[] {
  return [
    {
      key: 'originalFilename',
      title: t('field.files.originalFilename'),
      width: 220,
      sortable: true,
      text: ({ originalFilename }) => originalFilename,
      render: ({ originalFilename, fileType }) => (
        <span className="manager-name">
          <FileIcon type={fileType} /> <span>{originalFilename}</span>
        </span>
      ),
    },
    { key: 'fileType', title: t('field.files.fileType'), width: 100, sortable: true, render: ({ fileTypeCn }) => fileTypeCn },
    {
      key: 'contentType',
      title: t('disk.content-type'),
      width: 130,
      render: ({ contentType }) => contentType,
      text: ({ contentType }) => contentType,
    },
    { key: 'size', title: t('disk.size'), width: 84, render: (row) => (isFolder(row) ? '' : sizeOf(bytesOf(row))) },
    {
      key: 'path',
      title: t('disk.folder'),
      width: 130,
      render: ({ path = [] }) => path.join(' / ') || t('disk.place-mine'),
      text: ({ path = [] }) => path.join(' / '),
    },
    {
      key: 'isShared',
      title: t('field.files.isShared'),
      width: 86,
      render: (row) => (
        <Switch
          size="small"
          checked={row.isShared === 1}
          disabled={!onShare || !row.isOwn}
          aria-label={t('disk.share-switch', { name: row.originalFilename })}
          onChange={(on) => onShare?.(row, on)}
        />
      ),
    },
    { key: 'createTime', title: t('field.createTime'), width: 170, isFirm: true, sortable: true, render: ({ createTime }) => createTime },
  ]
}

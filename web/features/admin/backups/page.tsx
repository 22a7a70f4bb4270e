/** Backups of the whole database, and how the server is that takes them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import SaveOutlined from '@ant-design/icons/es/icons/SaveOutlined'
import { useEffect } from 'react'
import { backups } from '../../../../model/index.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { backUpDataBase, downloadDataBaseFile, updateLogSystemByMark } from '../../../../model/contract/admin/backups.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists, listOf } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { SystemInfo } from './system-info.tsx'
import { systemInfo } from './system-info-query.ts'
import './backups.css'

const stateOf = (bad: boolean, good: boolean, text: string) => (
  <span className={bad ? 'backup-bad' : undefined}>
    <Tag kind={good ? 'good' : 'quiet'}>{text}</Tag>
  </span>
)
const filters = ['backupState', 'verdict', 'createTime']

/** While one is at work its row changes; at rest, only the schedule adds to the list. */
const WORKING_MS = 2000
const RESTING_MS = 30_000

export default function BackupsPage() {
  const t = useT()
  const queries = useQueryClient()
  const { data: info } = useQuery(systemInfo)
  // eslint-disable-next-line no-restricted-syntax -- it tells when the list has to be asked again, and the list shows what fails
  const { data: latest } = useQuery({
    ...listOf(backups, { currentPage: 1, pageSize: 5 }, { quiet: true }),
    queryKey: ['backups-at-work'],
    refetchInterval: ({ state }) => (state.data?.list.some(isAtWork) ? WORKING_MS : RESTING_MS),
  })
  const fingerprint = JSON.stringify(latest?.list.map((row) => [row.id, row['backupState'], row['verdict']]))
  useEffect(() => void forgetLists(queries, backups), [queries, fingerprint])

  async function start(): Promise<void> {
    if (!(await done(ask(backUpDataBase, {})))) return
    toast.success(t('backups.started'))
    await queries.invalidateQueries({ queryKey: ['backups-at-work'] })
  }

  async function mark(rows: readonly ResourceRow[], flag: 0 | 1): Promise<void> {
    if (rows.length === 0) return void toast.warning(t('list.check-one'))
    await done(ask(updateLogSystemByMark, { id: rows.map(({ id }) => id), mark: flag }))
    await forgetLists(queries, backups)
  }

  const columns: ColumnSetups = {
    createTime: {
      first: true,
      width: 176,
      render: (row, text) => (
        <>
          {text}
          {row['marked'] === 1 && (
            <span className="backup-mark" title={String(row['markedCn'])}>
              {' '}
              ★
            </span>
          )}
        </>
      ),
    },
    backupState: { width: 110, render: (row, text) => stateOf(row['backupState'] === 'failed', row['backupState'] === 'done', text) },
    verdict: { width: 140, render: (row, text) => (text ? stateOf(row['verdict'] === 'failed', row['verdict'] === 'passed', text) : '') },
    sizeKb: { width: 96, text: (row) => (typeof row['sizeKb'] === 'number' ? sizeOf(row['sizeKb'] * 1024) : '') },
    recipients: {
      width: 128,
      render: (row) => row['backupState'] === 'done' && <Encryption recipients={row['recipients']} />,
    },
    fileName: { width: 170 },
    sha256: { width: 150 },
    rowCount: { width: 90 },
    tableCount: { hide: true },
    engine: { hide: true },
    engineVersion: { hide: true },
    pauseMs: { width: 130 },
    startedBy: { width: 110, text: (row) => (row['startedBy'] ? String(row['startedBy']) : t('backups.schedule')) },
    remark: { width: 220, text: (row) => (row['remark'] === 'interrupted' ? t('backups.interrupted') : String(row['remark'] ?? '')) },
    marked: { hide: true },
    finishedAt: { hide: true },
  }

  return (
    <div className="backups-page">
      <SystemInfo />
      <p className="backups-note">
        {t('backups.sensitive')}
        {info && <span>{t(info.encryptsBackups ? 'backups.encrypts' : 'backups.encrypts-not')}</span>}
      </p>
      <ResourcePage
        of={backups}
        columns={columns}
        filters={filters}
        actions={(chosen, may) => [
          ...(may('start')
            ? [{ key: 'start', label: t('backups.start'), icon: <SaveOutlined aria-hidden="true" />, main: true, run: () => void start() }]
            : []),
          ...(may('mark')
            ? [
                { key: 'mark', label: t('backups.mark'), run: () => void mark(chosen, 1) },
                { key: 'unmark', label: t('backups.unmark'), run: () => void mark(chosen, 0) },
              ]
            : []),
        ]}
        rowActions={(row, may) =>
          may('download') && row['backupState'] === 'done'
            ? [{ key: 'download', label: t('button.download'), run: () => void done(fetchFile(downloadDataBaseFile, { id: row.id })) }]
            : []
        }
      />
    </div>
  )
}

function Encryption({ recipients }: { recipients: unknown }) {
  const t = useT()
  if (!recipients) return t('backups.plain')
  return (
    <span title={String(recipients)}>
      <LockOutlined aria-hidden="true" /> {t('backups.encrypted')}
    </span>
  )
}

function isAtWork(row: ResourceRow): boolean {
  return row['backupState'] === 'running' || row['verdict'] === 'pending'
}

/** Whether the call succeeded; people have been told otherwise. */
async function done(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

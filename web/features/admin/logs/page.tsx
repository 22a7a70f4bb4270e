import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { logs } from '../../../../model/index.ts'
import { toast } from '../../../ui/toast.ts'
import { Tag } from '../../../ui/tag.tsx'
import { updateSysLogByMark } from '../../../../model/contract/admin/logs.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { titleOfUrl } from '../../../kernel/i18n/url-title.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import './logs.css'

const LogDetail = lazy(() => import('./detail.tsx'))
const VerifyLog = lazy(() => import('./verify.tsx'))

/** Ready-made questions: the filters each of them sets. */
const views: readonly { name: string; filters: Readonly<Record<string, string>> }[] = [
  { name: 'all', filters: {} },
  { name: 'sign-ins', filters: { logType: 'sign-in' } },
  { name: 'refused', filters: { result: 'refused' } },
  { name: 'failed', filters: { result: 'failed' } },
  { name: 'marked', filters: { marked: '1' } },
]

const columns: ColumnSetups = {
  createTime: {
    first: true,
    width: 176,
    render: (row, text) => (
      <>
        {text}
        {row['marked'] === 1 && (
          <span className="log-mark" title={String(row['markedCn'])}>
            {' '}
            ★
          </span>
        )}
      </>
    ),
  },
  // What it was about, by its name where that is known.
  title: { width: 180, text: (row) => [row['titleCn'], row['subject']].filter(Boolean).join(' · ') },
  logType: { width: 96 },
  username: { width: 112 },
  orgName: { width: 130 },
  result: {
    width: 96,
    render: (row, text) => (
      <span className={`log-result ${String(row['result'])}`}>
        <Tag kind={row['result'] === 'ok' ? 'good' : 'quiet'}>{text}</Tag>
      </span>
    ),
  },
  method: { hide: true },
  url: { width: 150, render: (row) => <CallName url={String(row['url'] ?? '')} /> },
  address: { width: 132 },
  browser: { width: 140 },
  duration: { width: 120 },
  marked: { hide: true },
}

/** What was called in words, and its address to whoever points at it. */
function CallName({ url }: { url: string }) {
  const t = useT()
  return <span title={url}>{titleOfUrl({ url, description: url, isDescribed: false }, t)}</span>
}

const filters = ['title', 'username', 'logType', 'result']

export default function LogsPage() {
  const t = useT()
  const queries = useQueryClient()
  const [shown, setShown] = useState<{ row: ResourceRow; open: boolean }>()
  const [verifying, setVerifying] = useState(false)

  async function mark(rows: readonly ResourceRow[], marked: 0 | 1): Promise<void> {
    if (rows.length === 0) return void toast.warning(t('list.check-one'))
    try {
      await ask(updateSysLogByMark, { id: rows.map(({ id }) => id), mark: marked })
      toast.success(t(marked ? 'logs.mark-done' : 'logs.unmark-done'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetLists(queries, logs)
  }

  return (
    <div className="logs-page">
      <Views />
      <ResourcePage
        of={logs}
        columns={columns}
        filters={filters}
        actions={(chosen, may) => [
          ...(may('mark')
            ? [
                { key: 'mark', label: t('logs.mark'), run: () => void mark(chosen, 1) },
                { key: 'unmark', label: t('logs.unmark'), run: () => void mark(chosen, 0) },
              ]
            : []),
          ...(may('verify') ? [{ key: 'verify', label: t('logs.verify'), run: () => setVerifying(true) }] : []),
        ]}
        rowActions={(row, may) =>
          may('details') ? [{ key: 'details', label: t('button.details'), run: () => setShown({ row, open: true }) }] : []
        }
      />
      <Suspense fallback={null}>
        {shown && <LogDetail key={shown.row.id} id={shown.row.id} open={shown.open} onClose={() => setShown({ ...shown, open: false })} />}
        {verifying && <VerifyLog onClose={() => setVerifying(false)} />}
      </Suspense>
    </div>
  )
}

/** The sign-in log is the log with one filter, and so is whatever else is often looked for. */
function Views() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const isShown = (wanted: Readonly<Record<string, string>>) =>
    ['logType', 'result', 'marked'].every((key) => (address.get(key) ?? '') === (wanted[key] ?? ''))
  return (
    <div className="log-views" role="group" aria-label={t('logs.views')}>
      {views.map(({ name, filters: wanted }) => (
        <button key={name} type="button" aria-pressed={isShown(wanted)} onClick={() => setAddress(wanted)}>
          {t(`logs.${name}` as LabelKey)}
        </button>
      ))}
    </div>
  )
}

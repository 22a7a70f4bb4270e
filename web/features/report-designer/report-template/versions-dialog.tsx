/** The published versions of a report: what was issued with each and which schedules make reports with it, what it differs in from another one or the draft, and the way to begin from one again. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Select, Skeleton } from 'antd'
import { useState } from 'react'
import {
  queryReportDesign,
  queryReportVersion,
  queryReportVersionContent,
  restoreReportVersion,
} from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { DifferenceList } from '../../../shared/reports/difference-list.tsx'
import { differencesOf } from '../../../shared/reports/differences.ts'
import { secondOf } from '../../../ui/clock.ts'
import { confirm } from '../../../ui/confirm.ts'
import { named } from '../../../ui/named.ts'
import { toast } from '../../../ui/toast.ts'
import { ScheduledUse, VersionUse } from './version-use.tsx'
import './dialogs.css'

interface VersionsProps {
  readonly row: ResourceRow
  readonly mayRestore: boolean
  readonly onRestored: () => Promise<void>
  readonly onClose: () => void
}

export default function VersionsDialog({ row: { id, ...row }, mayRestore, onRestored, onClose }: VersionsProps) {
  const t = useT()
  const [shown, setShown] = useState<number>()
  /** What the shown one is compared with: the one before unless somebody chooses, 0 for an empty sheet. */
  const [against, setAgainst] = useState<number | 'draft'>(0)
  const {
    data,
    error,
    refetch: again,
  } = useQuery({
    queryKey: [reportTemplates.name, 'versions', id],
    queryFn: () => ask(queryReportVersion, { id }, { quiet: true }),
    gcTime: 0,
  })
  const { data: draft, refetch } = useQuery({
    queryKey: [reportTemplates.name, 'draft', id],
    queryFn: () => ask(queryReportDesign, { id }),
    gcTime: 0,
    enabled: mayRestore,
  })
  const [before, other] = [useVersion(id, against === 'draft' ? 0 : against), useVersion(id, shown ?? 0)]
  const one = against === 'draft' ? draft?.content : before.data
  const failed = [before, other].filter(({ isError }) => isError)
  const failure = failed[0]?.error

  async function restore(templateVersion: number): Promise<void> {
    if (!draft) return
    const isSure = await confirm({
      title: t('report-list.restore-title', { version: templateVersion }),
      text: t('report-list.restore-text'),
      ok: t('report-list.restore'),
      cancel: t('common.cancel'),
    })
    if (!isSure) return
    try {
      await ask(restoreReportVersion, { id, templateVersion, revision: draft.revision })
      toast.success(t('report-list.restored', { version: templateVersion }))
      await Promise.all([refetch(), onRestored()])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await refetch()
    }
  }

  return (
    <Modal
      open
      width={640}
      title={t('report-list.versions-title', { report: String(row['templateName']) })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void again()} />}
      {!data && !error && <Skeleton active title={false} />}
      <ul className="report-lines">
        {data?.map(({ templateVersion, publishedAt, publishedBy, issued, scheduled }) => (
          <li key={templateVersion}>
            <span>
              <strong>{t('report-list.version', { version: templateVersion })}</strong>
              <small>{[secondOf(publishedAt), publishedBy].filter(Boolean).join(' · ')}</small>
              {issued && <VersionUse {...issued} />}
              {scheduled && <ScheduledUse {...scheduled} />}
            </span>
            <Button
              size="small"
              aria-expanded={shown === templateVersion}
              aria-label={named(t('report-versions.differences'), templateVersion)}
              onClick={() => {
                setAgainst(templateVersion - 1)
                setShown(shown === templateVersion ? undefined : templateVersion)
              }}
            >
              {t('report-versions.differences')}
            </Button>
            {mayRestore && draft && (
              <Button
                size="small"
                aria-label={named(t('report-list.restore'), templateVersion)}
                onClick={() => void restore(templateVersion)}
              >
                {t('report-list.restore')}
              </Button>
            )}
            {shown === templateVersion && (
              <div className="report-line-more">
                <Select<number | 'draft'>
                  size="small"
                  aria-label={t('report-list.against')}
                  value={against}
                  popupMatchSelectWidth={false}
                  options={[
                    ...(draft ? [{ value: 'draft' as const, label: t('report-list.against-draft') }] : []),
                    ...data
                      .filter((each) => each.templateVersion !== templateVersion)
                      .map((each) => ({
                        value: each.templateVersion,
                        label: t('report-list.version', { version: each.templateVersion }),
                      })),
                    { value: 0, label: t('report-list.beginning-empty') },
                  ]}
                  onChange={setAgainst}
                />
                {one && other.data ? (
                  <DifferenceList of={differencesOf(one, other.data)} />
                ) : failure instanceof ApiError ? (
                  <ListFailure error={failure} onRetry={() => failed.forEach((each) => void each.refetch())} />
                ) : (
                  <Skeleton active title={false} paragraph={{ rows: 3 }} />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** What a version says; of the one before the first an empty sheet. */
function useVersion(id: string, templateVersion: number) {
  return useQuery({
    queryKey: [reportTemplates.name, 'version-content', id, templateVersion],
    queryFn: async () =>
      templateVersion === 0 ? EMPTY_TEMPLATE : (await ask(queryReportVersionContent, { id, templateVersion }, { quiet: true })).content,
    staleTime: Infinity,
  })
}

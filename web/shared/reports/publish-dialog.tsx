/** Before a report is published: what it differs in from the version before, or what keeps it from being published. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { publishReportTemplate, queryReportDesign, queryReportVersionContent } from '../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../model/index.ts'
import type { FoundFault } from '../../../model/reports/draft.ts'
import type { ReportTemplate } from '../../../model/reports/template.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { ask } from '../../kernel/http/ask.ts'
import { forgetLists } from '../../kernel/http/resource-client.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { isAlike } from '../panels/alike.ts'
import { DifferenceList } from './difference-list.tsx'
import { differencesOf } from './differences.ts'
import { FaultList } from './fault-list.tsx'

interface PublishProps {
  readonly id: string
  /** The newest published version; 0 before the first. */
  readonly version: number
  readonly content: ReportTemplate
  readonly faults: readonly FoundFault[]
  /** The revision of the draft that is kept; nothing where it could not be kept. */
  readonly revision: () => Promise<number | undefined>
  readonly onPublished: (answer: { readonly templateVersion: number; readonly revision: number }) => void
  readonly onChoose?: (cell: string) => void
  readonly onClose: () => void
}

export default function PublishDialog({ id, version, content, faults, revision, onPublished, onChoose, onClose }: PublishProps) {
  const t = useT()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { data: before, error } = useQuery({
    queryKey: [reportTemplates.name, 'version', id, version],
    queryFn: () => ask(queryReportVersionContent, { id, templateVersion: version }),
    enabled: version > 0,
    staleTime: Infinity,
  })
  const isRefused = faults.length > 0
  const differences = before && differencesOf(before.content, content)
  const isSame = differences?.length === 0

  async function publish(): Promise<void> {
    setBusy(true)
    try {
      const kept = await revision()
      if (kept === undefined) return setFailure(t('report-versions.not-saved'))
      const answer = await publishedAt(id, kept, content)
      toast.success(t('report-versions.published', { version: answer.templateVersion }))
      void forgetLists(queries, reportTemplates)
      onPublished(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('report-versions.publish-title', { version: version + 1 })}
      okText={t('report-versions.publish')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: isRefused || isSame || (version > 0 && !before && !error) }}
      confirmLoading={isBusy}
      onOk={() => void publish()}
      onCancel={onClose}
    >
      {isRefused ? (
        <>
          <Alert type="warning" showIcon title={t('report-versions.publish-refused')} />
          <FaultList
            faults={faults}
            onChoose={
              onChoose &&
              ((cell) => {
                onClose()
                onChoose(cell)
              })
            }
          />
        </>
      ) : (
        <>
          <p>
            {t(
              version === 0 ? 'report-versions.publish-first' : isSame ? 'report-versions.publish-same' : 'report-versions.publish-about',
              { version },
            )}
          </p>
          {differences && !isSame && <DifferenceList of={differences} />}
          {version > 0 && !before && !error && <Skeleton active title={false} />}
        </>
      )}
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
    </Modal>
  )
}

/** Publishes the draft. Where only its name or the like was changed meanwhile, what is published is still what was looked at. */
async function publishedAt(id: string, revision: number, content: ReportTemplate) {
  try {
    return await ask(publishReportTemplate, { id, revision }, { quiet: true })
  } catch (error) {
    if (!(error instanceof ApiError) || typeof error.answer['revision'] !== 'number') throw error
    const stored = await ask(queryReportDesign, { id }, { quiet: true })
    if (!isAlike(stored.content, content)) throw error
    return ask(publishReportTemplate, { id, revision: stored.revision }, { quiet: true })
  }
}

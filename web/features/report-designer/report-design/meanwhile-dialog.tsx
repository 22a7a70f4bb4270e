/** Somebody else saved the report meanwhile: what the two differ in, and which of them goes on. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { queryReportDesign } from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import type { Meanwhile, Saving } from '../../../shared/panels/use-saving.ts'
import { DifferenceList } from '../../../shared/reports/difference-list.tsx'
import { differencesOf } from '../../../shared/reports/differences.ts'
import { secondOf } from '../../../ui/clock.ts'
import { useSheet, useSheetState } from './store.ts'

interface MeanwhileProps {
  readonly id: string
  readonly meanwhile: Meanwhile
  readonly saving: Saving<ReportTemplate>
}

export default function MeanwhileDialog({ id, meanwhile, saving }: MeanwhileProps) {
  const t = useT()
  const { load, store } = useSheet()
  const mine = useSheetState(({ template }) => template)
  const {
    data: theirs,
    error,
    refetch,
  } = useQuery({
    queryKey: [reportTemplates.name, 'meanwhile', id, meanwhile.revision],
    queryFn: () => ask(queryReportDesign, { id }),
    gcTime: 0,
  })
  const who = meanwhile.savedBy ?? t('error.template.saved-by-somebody')

  return (
    <Modal
      open
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={t('report-design.meanwhile-title', { who })}
      footer={
        <>
          <Button
            disabled={!theirs}
            onClick={() => {
              if (!theirs) return
              load(theirs.content)
              saving.choose(theirs.revision, store.getState().template)
            }}
          >
            {t('report-design.take-theirs')}
          </Button>
          <Button type="primary" disabled={!theirs} onClick={() => theirs && saving.choose(theirs.revision)}>
            {t('report-design.keep-mine')}
          </Button>
        </>
      }
    >
      <p>{t('report-design.meanwhile-about', { who, time: meanwhile.savedAt === null ? '' : secondOf(meanwhile.savedAt) })}</p>
      {theirs ? (
        <DifferenceList of={differencesOf(theirs.content, mine)} />
      ) : error instanceof ApiError ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active title={false} />
      )}
    </Modal>
  )
}

/** When which stage was: confirmed by somebody, or proposed by the curve for somebody to confirm. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunDetail, RunStageSpan } from '../../../../../model/contract/acquisition/runs.ts'
import { confirmStage } from '../../../../../model/contract/acquisition/runs.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { secondOf } from '../../../../ui/clock.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { act, curveOf } from './run-client.ts'
import { Section } from './section.tsx'

type Row = RunStageSpan & { readonly id: string }

export function Stages({ data: { run, stages, allowed } }: { data: RunDetail }) {
  const t = useT()
  const queries = useQueryClient()
  // What is proposed is made of what points say; without the right to that the page has what was confirmed.
  const { data: curve, error } = useQuery({ ...curveOf(run.id), enabled: allowed.includes('curve') })
  const all = error ? stages : (curve?.stages ?? stages)
  const rows = all.map((each): Row => ({ ...each, id: each.stage })).toSorted((one, other) => one.from - other.from)
  const columns: Column<Row>[] = [
    {
      key: 'stage',
      width: 220,
      title: t('runs.stages'),
      text: ({ stage }) => t(`choice.runStage.${stage}`),
      render: ({ stage, isProposed }) => (
        <>
          {t(`choice.runStage.${stage}`)} {isProposed && <Tag kind="plain">{t('runs.proposed')}</Tag>}
        </>
      ),
    },
    { key: 'from', width: 180, title: t('runs.from'), render: ({ from }) => secondOf(from) },
    { key: 'until', width: 180, title: t('runs.until'), render: ({ to }) => (to === null ? '–' : secondOf(to)) },
    { key: 'by', width: 130, title: t('runs.by'), render: ({ confirmedBy }) => confirmedBy ?? '' },
  ]
  return (
    <Section
      title={t('runs.stages')}
      columns={columns}
      rows={rows}
      nameOf={({ stage }) => t(`choice.runStage.${stage}`)}
      {...(allowed.includes('confirm')
        ? {
            actionsOf: ({ stage, from, isProposed }: Row) =>
              isProposed
                ? [
                    {
                      key: 'confirm',
                      label: t('runs.confirm'),
                      run: () => void act(queries, () => ask(confirmStage, { id: run.id, stage, at: Math.round(from) })),
                    },
                  ]
                : [],
          }
        : {})}
    />
  )
}

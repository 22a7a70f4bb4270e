/** The columns of one's own processes. */
import type { MyProcess } from '../../../../model/contract/workflow/office.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { StatusTag } from '../../../shared/workflow/status-tag.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Tag } from '../../../ui/tag.tsx'

/** Columns of the list of one's own processes. @param open Opens the page of a process */
export function columnsOf(t: Translate, open: (process: MyProcess) => void): Column<MyProcess>[] {
  const text = (key: string, title: string, width: number, of: (row: MyProcess) => string): Column<MyProcess> => ({
    key,
    title,
    width,
    text: of,
    render: of,
  })
  const holders = ({ open: tasks }: MyProcess) =>
    tasks.map(({ name, people }) => [name, people.join(t('common.between'))].filter(Boolean).join(' · ')).join(t('common.between'))
  const range = ({ rangeStart, rangeEnd }: MyProcess) => [rangeStart, rangeEnd].filter(Boolean).join(' – ')
  return [
    {
      ...text('name', t('my-process.name'), 220, ({ name }) => name),
      render: (row) => (
        <button type="button" className="row-action process-open" onClick={() => open(row)}>
          {row.name}
        </button>
      ),
    },
    {
      ...text('status', t('my-process.status'), 140, ({ processStatus }) => t(`choice.processStatus.${processStatus}`)),
      render: ({ processStatus }) => <StatusTag of={processStatus} />,
    },
    text('with', t('my-process.now-with'), 200, holders),
    {
      ...text('attention', t('my-process.attention'), 130, (row) =>
        row.hasIncident ? t('my-process.has-incident') : row.isSuspended ? t('my-process.suspended') : '',
      ),
      render: ({ isSuspended, hasIncident }) =>
        hasIncident ? (
          <Tag kind="urgent">{t('my-process.has-incident')}</Tag>
        ) : isSuspended ? (
          <Tag kind="notice">{t('my-process.suspended')}</Tag>
        ) : null,
    },
    text('description', t('my-process.description'), 220, ({ description }) => description ?? ''),
    { ...text('start', t('field.process-instances.startTime'), 170, ({ startTime }) => startTime), isFirm: true },
    { ...text('end', t('field.process-instances.endTime'), 170, ({ endTime }) => endTime ?? ''), isFirm: true },
    { ...text('number', t('field.process-instances.businessNumber'), 170, ({ businessNumber }) => businessNumber ?? ''), isFirm: true },
    text('definition', t('field.process-tasks.processDefinitionName'), 150, ({ processDefinitionName }) => processDefinitionName),
    text('range', t('process-list.range'), 300, range),
  ]
}

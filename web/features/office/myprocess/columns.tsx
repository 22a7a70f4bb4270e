/** The columns of one's own processes. */
import type { MyProcess } from '../../../../model/contract/workflow/office.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { StatusTag } from '../../../shared/workflow/status-tag.tsx'
import { Tag } from '../../../ui/tag.tsx'

/** How the columns of the list of one's own processes look. @param open Opens the page of a process */
export const columnsOf = (t: Translate, open: (process: MyProcess) => void): ColumnSetups<MyProcess> => ({
  name: {
    width: 220,
    render: (row) => (
      <button type="button" className="row-action process-open" onClick={() => open(row)}>
        {row.name}
      </button>
    ),
  },
  processStatus: { width: 160, render: ({ processStatus }) => processStatus && <StatusTag of={processStatus} /> },
  waitsFor: {
    width: 200,
    text: ({ open: tasks }) =>
      tasks.map(({ name, people }) => [name, people.join(t('common.between'))].filter(Boolean).join(' · ')).join(t('common.between')),
  },
  attention: {
    width: 130,
    text: ({ hasIncident, isSuspended }) => (hasIncident ? t('my-process.has-incident') : isSuspended ? t('my-process.suspended') : ''),
    render: ({ hasIncident, isSuspended }, text) =>
      hasIncident || isSuspended ? <Tag kind={hasIncident ? 'urgent' : 'notice'}>{text}</Tag> : null,
  },
  description: { width: 220 },
  businessNumber: { width: 170, isFirm: true },
  period: { width: 300, text: ({ rangeStart, rangeEnd }) => [rangeStart, rangeEnd].filter(Boolean).join(' – ') },
})

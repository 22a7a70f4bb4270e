/** The stops of a route in their order, each with what is looked at there. */
import { roundStops } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { checklistColumn } from '../../../shared/maintenance/checklist-column.tsx'
import { MachineLink } from '../../../shared/maintenance/row-link.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'

const ChecklistEditor = lazyWithPreload(() => import('../../../shared/maintenance/checklist-editor.tsx'))

const columns: ColumnSetups = {
  routeId: { width: 150, first: true },
  stopOrder: { width: 90, first: true },
  stopName: { width: 200, first: true },
  equipmentId: { width: 180, render: (row, text) => <MachineLink id={row['equipmentId']} text={text} /> },
  checks: { width: 130, first: true, ...checklistColumn('checks') },
  stopDescription: { width: 240 },
}

const filters = ['routeId', 'stopName', 'equipmentId']
const controls = { checks: <ChecklistEditor /> }

export default function StopsPage() {
  return (
    <ResourcePage
      of={roundStops}
      columns={columns}
      filters={filters}
      controls={controls}
      defaults={{ stopOrder: 10, ...useNarrowedTo('routeId'), ...useNarrowedTo('equipmentId') }}
    />
  )
}

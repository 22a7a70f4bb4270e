import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { columnName } from '../../../../model/workbook.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { tableTexts } from '../../../kernel/i18n/texts.ts'
import type { Sheet } from '../workbook/read.ts'
import { FILES } from '../client.ts'
import type { PartProps } from './kind.ts'
import { Shown, Waiting } from './shown.tsx'
import { useContent } from './use-content.ts'

/** A workbook as tables, one for each sheet. */
export default function Sheets({ row }: PartProps) {
  return <Shown content={useContent(row)}>{(data) => <Book of={data} id={`${row.id} ${row.updateTime}`} />}</Shown>
}

function Book({ of, id }: { of: Blob; id: string }) {
  const t = useT()
  const { data } = useQuery({
    queryKey: [FILES, 'sheets', id],
    queryFn: async () => (await import('../workbook/read.ts')).readSheets(of),
    gcTime: 0,
    staleTime: Infinity,
  })
  if (!data) return <Waiting />
  if ('refused' in data)
    return (
      <p className="file-preview-failed" role="alert">
        {t(`workbook.${data.refused}`)}
      </p>
    )
  const [only] = data.sheets
  if (data.sheets.length === 1 && only) return <Table of={only} />
  return (
    <Tabs size="small" items={data.sheets.map((sheet, at) => ({ key: String(at), label: sheet.name, children: <Table of={sheet} /> }))} />
  )
}

interface SheetRow {
  readonly id: string
  readonly cells: readonly string[]
}

/** Columns have the letters they have where the sheet was made; of thousands of rows those that are near are drawn. */
function Table({ of: { name, rows } }: { of: Sheet }) {
  const t = useT()
  const width = rows.reduce((most, { length }) => Math.max(most, length), 1)
  const columns = [
    { key: 'row', title: '#', width: 56, render: ({ id }: SheetRow) => <span className="sheet-number">{id}</span> },
    ...Array.from({ length: width }, (_, at): Column<SheetRow> => ({
      key: String(at),
      title: columnName(at),
      width: 130,
      render: ({ cells }) => cells[at],
      text: ({ cells }) => cells[at] ?? '',
    })),
  ]
  return (
    <DataTable
      columns={columns}
      rows={rows.map((cells, at) => ({ id: String(at + 1), cells }))}
      nameOf={({ id }) => id}
      look={compact}
      choosable={false}
      chosen={none}
      onChoose={nothing}
      onSort={nothing}
      state="ready"
      expected={0}
      texts={tableTexts(name, t)}
    />
  )
}

const compact = { density: 'compact' } as const
const none: ReadonlySet<string> = new Set()
const nothing = () => undefined

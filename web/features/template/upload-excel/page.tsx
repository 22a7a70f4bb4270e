import { useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { tableTexts } from '../../../kernel/i18n/texts.ts'
import type { ReadResult } from '../../../shared/files/workbook/read.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { toast } from '../../../ui/toast.ts'
import './upload-excel.css'

export default function UploadExcelPage() {
  const t = useT()
  const [name, setName] = useState('')
  const [result, setResult] = useState<ReadResult>()

  async function take(files: FileList | null): Promise<void> {
    const file = files?.[0]
    if (!file) return
    const { readWorkbook } = await import('../../../shared/files/workbook/read.ts')
    const read = await readWorkbook(file)
    setName(file.name)
    setResult(read)
    if ('refused' in read) toast.warning(t(`workbook.${read.refused}`))
  }

  return (
    <Example
      title={t('menu.uploadexcel')}
      about={t('workbook.about')}
      source={['features/template/upload-excel/', 'ui/data-table.tsx', 'ui/use-virtual-rows.ts']}
    >
      <ExampleCard title={t('workbook.choose')}>
        <label
          className="sheet-zone"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void take(event.dataTransfer.files)
          }}
        >
          {t('workbook.drop')}
          <input
            type="file"
            accept=".xlsx"
            className="visually-hidden"
            onChange={({ target }) => {
              void take(target.files).finally(() => {
                target.value = ''
              })
            }}
          />
        </label>
        {result && 'refused' in result && (
          <p className="example-result" role="alert">
            {name}: {t(`workbook.${result.refused}`)}
          </p>
        )}
      </ExampleCard>
      {result && 'rows' in result && (
        <ExampleCard title={name} about={t('workbook.rows', { rows: result.rows.length })}>
          <Rows rows={result.rows} name={name} />
        </ExampleCard>
      )}
    </Example>
  )
}

interface SheetRow {
  readonly id: string
  readonly cells: readonly string[]
}

/** All of them: of thousands, the table draws those that are near. */
function Rows({ rows: [headings = [], ...rows], name }: { rows: readonly (readonly string[])[]; name: string }) {
  const t = useT()
  const width = rows.reduce((most, { length }) => Math.max(most, length), headings.length)
  const columns = Array.from({ length: width }, (_, at): Column<SheetRow> => ({
    key: String(at),
    title: headings[at] ?? '',
    width: 140,
    render: ({ cells }) => cells[at],
    text: ({ cells }) => cells[at] ?? '',
  }))
  return (
    <DataTable
      columns={columns}
      rows={rows.map((cells, at) => ({ id: String(at), cells }))}
      nameOf={({ cells }) => cells[0] ?? ''}
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

const none: ReadonlySet<string> = new Set()
const nothing = () => undefined

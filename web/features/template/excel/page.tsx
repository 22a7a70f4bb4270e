import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { fieldKey } from '../../../../model/labels/index.ts'
import { dictionaries, organisations, roles } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { allRows, listOf } from '../../../kernel/http/resource-client.ts'

const nouns: Readonly<Record<string, Resource>> = { roles, organisations, dictionaries }

/** A workbook made by the browser of rows it has; exports of whole lists are the server's, which has all of them. */
export default function ExcelPage() {
  const t = useT()
  const id = useId()
  const [noun, setNoun] = useState('roles')
  const of = nouns[noun] as Resource
  const { data, error, refetch } = useQuery(listOf(of, { currentPage: 1, pageSize: 200 }, { quiet: true }))
  const known = (data?.fields ?? []).filter((name) => name in of.fields && name !== 'parentId')
  const [left, setLeft] = useState<readonly string[]>([])
  const fields = known.filter((name) => !left.includes(name))
  const [name, setName] = useState('')
  const rows = allRows(data?.list ?? [])

  async function save(): Promise<void> {
    const { writeWorkbook } = await import('../../../shared/files/workbook/write.ts')
    const title = t(`noun.${of.name}` as LabelKey)
    const cells = rows.map((row) => fields.map((field) => textOf(row[`${field}Cn`] ?? row[field])))
    saveFile({
      name: `${name.trim() || title}.xlsx`,
      content: writeWorkbook({ title, headings: fields.map((field) => t(fieldKey(of.name, field))), rows: cells }),
    })
  }

  return (
    <Example title={t('menu.excel')} about={t('excel.about')} source={['features/template/excel/']}>
      <ExampleCard title={t('menu.excel')}>
        <div className="example-row">
          <Select
            value={noun}
            aria-label={t('excel.rows')}
            onChange={(next: string) => {
              setNoun(next)
              setLeft([])
            }}
            options={Object.keys(nouns).map((value) => ({ value, label: t(`noun.${value}` as LabelKey) }))}
            style={{ minWidth: 160 }}
          />
          <label htmlFor={id}>{t('excel.name')}</label>
          <Input
            id={id}
            value={name}
            maxLength={60}
            placeholder={t(`noun.${of.name}` as LabelKey)}
            onChange={(event) => setName(event.target.value)}
            style={{ maxWidth: 240 }}
          />
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden="true" />}
            disabled={rows.length === 0 || fields.length === 0}
            onClick={() => void save()}
          >
            {t('excel.save', { rows: rows.length })}
          </Button>
        </div>
        {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
        <fieldset className="example-row" style={{ marginTop: 14, border: 0, padding: 0 }}>
          <legend>{t('excel.columns')}</legend>
          {known.map((field) => (
            <Checkbox
              key={field}
              checked={!left.includes(field)}
              onChange={({ target }) => setLeft(target.checked ? left.filter((one) => one !== field) : [...left, field])}
            >
              {t(fieldKey(of.name, field))}
            </Checkbox>
          ))}
        </fieldset>
      </ExampleCard>
    </Example>
  )
}

function textOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  return typeof value === 'number' ? value : String(value)
}

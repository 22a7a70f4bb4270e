import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import type { Organisation } from '../../../../model/contract/organisation/organisations.ts'
import { useSession } from '../../../kernel/session/session-store.ts'

/** One workbook for each type of organisation, together in one archive. */
export default function ZipPage() {
  const t = useT()
  const id = useId()
  const { organisations } = useSession()
  const [name, setName] = useState('')
  const groups = [...Map.groupBy(flat(organisations), ({ orgType }) => orgType)]

  async function save(): Promise<void> {
    const { writeArchive, writeWorkbook } = await import('../../../shared/files/workbook/write.ts')
    const files = await Promise.all(
      groups.map(async ([type, rows]) => {
        const title = textOr(`choice.orgType.${type}`, type)
        const book = writeWorkbook({
          title,
          headings: [t('field.organisations.orgName'), t('field.organisations.orgType')],
          rows: rows.map(({ orgName }) => [orgName, title]),
        })
        return { name: `${title}.xlsx`, content: new Uint8Array(await book.arrayBuffer()) }
      }),
    )
    saveFile({ name: `${name.trim() || t('noun.organisations')}.zip`, content: writeArchive(files) })
  }

  return (
    <Example title={t('menu.zip')} about={t('zip.about')} source={['features/template/zip/']}>
      <ExampleCard title={t('zip.files')}>
        <ul className="example-list">
          {groups.map(([type, rows]) => (
            <li key={type}>
              {textOr(`choice.orgType.${type}`, type)}.xlsx ({rows.length})
            </li>
          ))}
        </ul>
        <div className="example-row" style={{ marginTop: 14 }}>
          <label htmlFor={id}>{t('excel.name')}</label>
          <Input
            id={id}
            value={name}
            maxLength={60}
            placeholder={t('noun.organisations')}
            onChange={(event) => setName(event.target.value)}
            style={{ maxWidth: 240 }}
          />
          <Button type="primary" icon={<DownloadOutlined aria-hidden="true" />} disabled={groups.length === 0} onClick={() => void save()}>
            {t('zip.save')}
          </Button>
        </div>
      </ExampleCard>
    </Example>
  )
}

function flat(nodes: readonly Organisation[]): Organisation[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
}

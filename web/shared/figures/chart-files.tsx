/** What a chart can be kept as, behind a button beside it; for whoever may export on its page. */
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { Button, Dropdown } from 'antd'
import { saveFile } from '../../kernel/resource/exchange/save-file.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { mayUse } from '../../kernel/session/permissions.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import type { ChartFormat } from './chart-as-files.ts'

interface ChartFilesProps {
  /** The page, by whose button *export* the role decides. */
  readonly menu: 'constructiondata' | 'alarmstatistics'
  readonly title: string
  /** What makes the file of each format that there is. */
  readonly files: Readonly<Partial<Record<ChartFormat, () => Blob | Promise<Blob>>>>
}

const FORMATS: readonly ChartFormat[] = ['csv', 'png', 'svg']

export function ChartFiles({ menu, title, files }: ChartFilesProps) {
  const t = useT()
  const { authority, user } = useSession()
  // Made here of what the page shows: there is no call to ask about.
  if (user.acting === 'preview' || !mayUse('export', menu, ['export'], authority.menuButton)) return null
  const items = FORMATS.flatMap((format) => {
    const made = files[format]
    const save = async () => made && saveFile({ name: `${title}.${format}`, content: await made() })
    return made ? [{ key: format, label: t(`boards.as-${format}`), onClick: () => void save() }] : []
  })
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden="true" />}
        aria-label={t('boards.chart-menu', { title })}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}

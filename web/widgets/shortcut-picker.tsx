/** Chooses the shortcuts and their order. A file of its own because few visits need it. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Drawer, Input } from 'antd'
import { useState } from 'react'
import { MAX_SHORTCUTS } from '../../model/home/workbench.ts'
import type { MenuPage } from '../kernel/navigation/console-menu.ts'
import { useT } from '../kernel/i18n/i18n.ts'
import { SortList } from '../ui/sort-list.tsx'

interface PickerProps {
  readonly open: boolean
  readonly pages: readonly MenuPage[]
  /** Those chosen, also the ones the menu does not show at the moment: they come back with it. */
  readonly codes: readonly string[]
  readonly onChoose: (codes: readonly string[]) => void
  readonly onClose: () => void
}

export default function ShortcutPicker({ open, pages, codes, onChoose, onClose }: PickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const chosen = codes.flatMap((code) => pages.find((page) => page.code === code) ?? []).map((page) => ({ id: page.code, page }))
  const wanted = typed.trim().toLowerCase()
  const others = pages.filter(({ code, title }) => !codes.includes(code) && title.toLowerCase().includes(wanted))
  const full = codes.length >= MAX_SHORTCUTS
  // Those that cannot be seen stay behind.
  const sorted = (shown: readonly string[]) => [...shown, ...codes.filter((code) => !pages.some((page) => page.code === code))]
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('workbench.choose-shortcuts')}
      size="min(480px, 100vw)"
      className="shortcut-picker"
      destroyOnHidden
    >
      <p className="quiet">{t('workbench.choose-hint')}</p>
      <h3>{t('workbench.your-shortcuts')}</h3>
      {chosen.length === 0 && <p className="quiet">{t('workbench.none-chosen')}</p>}
      <SortList
        items={chosen}
        nameOf={({ page }) => page.title}
        onSort={(items) => onChoose(sorted(items.map(({ id }) => id)))}
        render={({ id, page }) => (
          <>
            <span className="picked">
              {page.icon}
              {page.title}
            </span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden="true" />}
              aria-label={t('workbench.remove-page', { page: page.title })}
              onClick={() => onChoose(codes.filter((code) => code !== id))}
            />
          </>
        )}
        texts={{
          label: t('workbench.your-shortcuts'),
          handle: (name) => t('drag.handle', { name }),
          instructions: t('drag.keyboard'),
          moved: (name, place, of) => t('drag.moved', { name, place, of }),
        }}
      />
      <h3>{t('workbench.further-pages')}</h3>
      <Input
        allowClear
        value={typed}
        maxLength={64}
        placeholder={t('workbench.find-page')}
        aria-label={t('workbench.find-page')}
        onChange={({ target }) => setTyped(target.value)}
      />
      {full && (
        <p className="quiet" role="status">
          {t('workbench.full', { most: MAX_SHORTCUTS })}
        </p>
      )}
      {others.length === 0 && <p className="quiet">{t('workbench.no-match')}</p>}
      <ul className="pickable">
        {others.map(({ code, title, icon }) => (
          <li key={code}>
            <Button
              type="text"
              block
              disabled={full}
              icon={<PlusOutlined aria-hidden="true" />}
              aria-label={t('workbench.add-page', { page: title })}
              onClick={() => onChoose([...codes, code])}
            >
              {icon}
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

/** Beside the way to the folder: a search, and how the entries are shown. */
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Order } from './place.ts'
import { changeLook, orderBy, orders, useDiskLook } from './place.ts'

const titles: Readonly<Record<Order, LabelKey>> = {
  originalFilename: 'field.files.originalFilename',
  size: 'disk.size',
  fileType: 'field.files.fileType',
  updateTime: 'disk.changed',
}

export function DiskBar({ name, onSearch }: { name: string; onSearch: (word: string) => void }) {
  const t = useT()
  const { view, order } = useDiskLook()
  const [draft, setDraft] = useState(name)
  const [known, setKnown] = useState(name)
  if (known !== name) {
    setKnown(name)
    setDraft(name)
  }
  const button = (one: 'list' | 'tiles', icon: ReactNode) => (
    <Button
      type={view === one ? 'primary' : 'default'}
      icon={icon}
      aria-pressed={view === one}
      aria-label={t(`disk.view-${one}`)}
      title={t(`disk.view-${one}`)}
      onClick={() => changeLook({ view: one })}
    />
  )
  return (
    <div className="disk-bar" role="search" aria-label={t('disk.search')}>
      <Input.Search
        className="disk-search"
        allowClear
        aria-label={t('disk.search')}
        placeholder={t('disk.search')}
        maxLength={255}
        value={draft}
        onChange={({ target }) => {
          setDraft(target.value)
          if (target.value === '' && name !== '') onSearch('')
        }}
        onSearch={(word) => {
          if (word.trim() !== name) onSearch(word.trim())
        }}
      />
      {view === 'tiles' && (
        <Select
          className="disk-order"
          value={order}
          aria-label={t('disk.order')}
          popupMatchSelectWidth={false}
          options={orders.map((one) => ({ value: one, label: t(titles[one]) }))}
          onChange={(one: Order) => orderBy(one)}
        />
      )}
      <span className="disk-views" role="group" aria-label={t('disk.view')}>
        {button('list', <UnorderedListOutlined aria-hidden="true" />)}
        {button('tiles', <AppstoreOutlined aria-hidden="true" />)}
      </span>
    </div>
  )
}

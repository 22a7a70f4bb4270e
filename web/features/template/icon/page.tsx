import { Input } from 'antd'
import { useDeferredValue, useState } from 'react'
import { menuIcons } from '../../../../model/system/menu-catalogue.ts'
import AnyIcon from '../../../kernel/appearance/all-icons.tsx'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { toast } from '../../../ui/toast.ts'
import './icon.css'

const sorted = [...menuIcons].sort()

/** The icons that an entry of the menu can have; their names are what the menu's form takes. */
export default function IconPage() {
  const t = useT()
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words.trim().toLowerCase())
  const found = sorted.filter((name) => name.includes(wanted))

  async function copy(name: string): Promise<void> {
    if (await copyText(name)) toast.success(`${t('clipboard.copied')}${t('common.means')}${name}`)
    else toast.warning(t('clipboard.refused'))
  }

  return (
    <Example title={t('menu.icon')} about={t('icons.about')} source={['features/template/icon/']}>
      <ExampleCard title={t('icons.all')}>
        <Input
          allowClear
          aria-label={t('icons.search')}
          placeholder={t('icons.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="icon-search"
        />
        <p role="status" className="example-about">
          {t('icons.found', { count: found.length })}
        </p>
        <ul className="icon-grid">
          {found.map((name) => (
            <li key={name}>
              <button type="button" aria-label={t('icons.copy', { name })} onClick={() => void copy(name)}>
                <AnyIcon name={name} />
                <span>{name}</span>
              </button>
            </li>
          ))}
        </ul>
      </ExampleCard>
    </Example>
  )
}

import ExportOutlined from '@ant-design/icons/es/icons/ExportOutlined'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { isExternal } from '../../../../model/system/menu-catalogue.ts'
import { Example, ExampleCard } from '../../../kernel/example.tsx'
import { useT } from '../../../kernel/i18n.ts'

/** Where the parts the console is made of are described. */
const links = ['https://react.dev/', 'https://ant.design/', 'https://echarts.apache.org/', 'https://tiptap.dev/', 'https://leafletjs.com/']

export default function ExternalLinkPage() {
  const t = useT()
  const id = useId()
  const [address, setAddress] = useState('')
  const wanted = address.trim()
  // Nothing but http and https: a javascript: address would run in this very page.
  const safe = isExternal(wanted) && URL.canParse(wanted)
  return (
    <Example title={t('menu.externallink')} about={t('external.about')} source={['features/template/external-link/']}>
      <ExampleCard title={t('external.links')}>
        <ul className="example-list">{links.map((link) => <li key={link}><OutwardLink to={link} /></li>)}</ul>
      </ExampleCard>
      <ExampleCard title={t('external.own')} about={t('external.own-about')}>
        <div className="example-field">
          <label htmlFor={id}>{t('external.address')}</label>
          <Input id={id} value={address} maxLength={512} placeholder="https://" status={wanted === '' || safe ? '' : 'error'} aria-invalid={wanted !== '' && !safe} onChange={(event) => setAddress(event.target.value)} />
        </div>
        <p className="example-result" role="status">{wanted === '' ? t('external.none') : safe ? <OutwardLink to={wanted} /> : t('external.refused')}</p>
      </ExampleCard>
    </Example>
  )
}

/** The other page learns neither who opened it nor where it was opened. */
function OutwardLink({ to }: { to: string }) {
  const t = useT()
  return <a href={to} target="_blank" rel="noopener noreferrer">{to} <ExportOutlined aria-hidden="true" /><span className="visually-hidden"> ({t('menus.opens-tab')})</span></a>
}

/** Explain access: one user and one menu, button, URL or field, and the chain that allows or denies it. */
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { KINDS, queryWhy } from '../../../../model/contract/authority/why.ts'
import { personText } from '../../../../model/organisation/person-text.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Chain } from './chain.tsx'
import { useItems } from './items.ts'
import { UserPicker } from './user-picker.tsx'
import './why.css'

export default function WhyPage() {
  const t = useT()
  const id = useId()
  const [address, setAddress] = useSearchParams()
  const kind = KINDS.find((one) => one === address.get('kind')) ?? 'menu'
  const [userId, item] = [address.get('userId') ?? '', address.get('item') ?? '']
  const { options, titleOf } = useItems(kind)
  const set = (part: Readonly<Record<string, string>>) => setAddress({ userId, kind, item, ...part }, { replace: true })
  const { data, error } = useQuery({
    queryKey: ['why', userId, kind, item],
    enabled: userId !== '' && item !== '',
    queryFn: () => ask(queryWhy, { userId, kind, item }, { quiet: true }),
  })

  return (
    <div className="why-page">
      <h1>{t('why.title')}</h1>
      <form className="why-question" onSubmit={(event) => event.preventDefault()}>
        <div>
          <label htmlFor={`${id}-user`}>{t('why.user')}</label>
          <UserPicker
            id={`${id}-user`}
            value={userId}
            onChange={(next) => set({ userId: next })}
            known={data ? { value: data.user.id, label: personText(data.user) } : undefined}
          />
        </div>
        <div>
          <span id={`${id}-kind`}>{t('why.kind')}</span>
          <Segmented
            aria-labelledby={`${id}-kind`}
            value={kind}
            options={KINDS.map((value) => ({ value, label: t(`why.kind.${value}`) }))}
            onChange={(value) => set({ kind: value, item: '' })}
          />
        </div>
        <div className="why-item">
          <label htmlFor={`${id}-item`}>{t(`why.kind.${kind}`)}</label>
          <Select
            id={`${id}-item`}
            value={item || null}
            options={options}
            placeholder={t('why.choose')}
            showSearch={{ optionFilterProp: 'search' }}
            notFoundContent={t('list.no-options')}
            onChange={(value: string) => set({ item: value })}
          />
        </div>
      </form>
      {error instanceof ApiError && (
        <p role="alert" className="why-nothing">
          {error.message}
        </p>
      )}
      {data ? <Chain answer={data} title={titleOf(item)} /> : !error && <p className="why-nothing">{t('why.ask')}</p>}
    </div>
  )
}

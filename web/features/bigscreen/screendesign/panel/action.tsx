/** What a click on the widget does: another page of this screen, another screen, or a page of the console. */
import { useState } from 'react'
import type { ScreenWidget, WidgetAction } from '../../../../../model/screens/document.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../../kernel/resource/row-picker.tsx'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { GroupLine } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import type { Mixed } from '../state/together.ts'
import { MIXED, commonOf, withMember } from '../state/together.ts'
import { useDesign, useDesignState } from '../store.ts'
import { Entries } from './entries.tsx'
import { Choice, TextInput } from './parts.tsx'

const KINDS = ['page', 'screen', 'address'] as const
type Kind = (typeof KINDS)[number]
const ADDRESS = /^\/[\w/-]{1,100}(\?[\w=&%.,:+-]{0,300})?$/
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,31}$/

export function Action({ widgets }: { readonly widgets: readonly ScreenWidget[] }) {
  const t = useT()
  const design = useDesign()
  const pages = useDesignState(({ document }) => document.pages)
  const [begun, setBegun] = useState<Kind>()
  const ids = widgets.map(({ id }) => id)
  const action: WidgetAction | undefined | Mixed = commonOf(widgets, (widget) => widget.action)
  const own = action === MIXED ? undefined : action
  const kind = own ? KINDS.find((one) => one in own) : begun
  const put = (next: WidgetAction | undefined) =>
    design.change((page) => withMember(page, ids, 'action', next), { run: `action ${ids.join(' ')}` })

  function choose(next: Kind | undefined): void {
    setBegun(next)
    put(next === 'page' && pages[0] ? { page: pages[0].id } : next === 'address' ? { address: '/home' } : undefined)
  }

  return (
    <Section title={t('screen-design.action')}>
      <GroupLine label={t('screen-design.on-click')}>
        <Choice
          label={t('screen-design.on-click')}
          value={action === MIXED ? MIXED : kind}
          none={t('screen-design.action-none')}
          options={KINDS.map((value) => ({ value, label: t(`screen-design.action-${value}`) }))}
          onChange={choose}
        />
        {own && 'page' in own && (
          <Choice
            label={t('screen-design.action-page')}
            value={own.page}
            options={pages.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(page) => page && put({ page })}
          />
        )}
        {kind === 'screen' && (
          <RowPicker
            noun="screens"
            aria-label={t('screen-design.action-screen')}
            value={own && 'screen' in own ? own.screen : null}
            onChange={(screen: string | null) => put(screen ? { screen } : undefined)}
          />
        )}
        {own && 'screen' in own && <Passed action={own} onChange={put} />}
        {own && 'address' in own && (
          <KeptInput
            label={t('screen-design.action-address')}
            value={own.address}
            maxLength={400}
            onKeep={(address) => {
              const isOne = ADDRESS.test(address)
              if (isOne) put({ address })
              return isOne
            }}
          />
        )}
      </GroupLine>
    </Section>
  )
}

type ToScreen = Extract<WidgetAction, { screen: string }>

/** What the variables of the other screen are set to. */
function Passed({ action, onChange }: { readonly action: ToScreen; readonly onChange: (action: ToScreen) => void }) {
  const t = useT()
  const variables = useDesignState(({ document }) => document.variables)
  const entries = Object.entries(action.set ?? {})
  const put = (next: typeof entries) => {
    const { set: _before, ...rest } = action
    onChange(next.length === 0 ? rest : { ...rest, set: Object.fromEntries(next) })
  }
  return (
    <Entries<(typeof entries)[number]>
      label={t('screen-design.passed')}
      entries={entries}
      most={20}
      fresh={() => [`v${entries.length + 1}`, variables[0] ? { from: variables[0].name } : '']}
      onChange={put}
    >
      {([name, value], change, at) => (
        <>
          <KeptInput
            label={t('screen-design.passed-name', { at: at + 1 })}
            value={name}
            maxLength={32}
            onKeep={(next) => {
              const isOne = NAME.test(next) && entries.every(([other], place) => place === at || other !== next)
              if (isOne) change([next, value])
              return isOne
            }}
          />
          <Choice
            label={t('screen-design.passed-from', { at: at + 1 })}
            value={typeof value === 'object' ? value.from : undefined}
            none={t('screen-design.passed-fixed')}
            options={variables.map((variable) => ({ value: variable.name, label: variable.label }))}
            onChange={(from) => change([name, from === undefined ? '' : { from }])}
          />
          {typeof value !== 'object' && (
            <TextInput
              label={t('screen-design.passed-value', { at: at + 1 })}
              value={String(value)}
              max={256}
              onChange={(text) => change([name, text ?? ''])}
            />
          )}
        </>
      )}
    </Entries>
  )
}

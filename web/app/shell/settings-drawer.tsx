/** How the console looks and behaves for this person: everything takes effect at once and is kept in this browser. */
import { Button, Drawer, Segmented, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { chooseTheme, useAppearance } from '../../kernel/appearance/appearance.ts'
import type { LabelKey } from '../../kernel/i18n/i18n.ts'
import { useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import type { Settings } from '../../kernel/appearance/settings.ts'
import { changeSettings, defaultSettings, sizes, useSettings } from '../../kernel/appearance/settings.ts'
import { chooseColour } from './choose-colour.ts'
import { chooseSize } from './choose-size.ts'
import { ColourChoice } from './colour-choice.tsx'
import './settings-drawer.css'
import { chooseLayout } from './sidebar-state.ts'

type Flag = 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'supportPinyinSearch'

export default function SettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const settings = useSettings()
  const chosenTheme = useAppearance(({ chosen }) => chosen)
  const isChinese = useLanguage() !== 'en'
  const flags: readonly Flag[] = ['tagsView', 'fixedHeader', 'sidebarLogo', ...(isChinese ? ['supportPinyinSearch' as const] : [])]

  function reset(): void {
    chooseTheme(undefined)
    void chooseColour(defaultSettings.themeColour)
    if (!settings.vertical) chooseLayout(true)
    const { themeColour: _colour, palette: _palette, size, device: _device, ...rest } = defaultSettings
    changeSettings(rest)
    chooseSize(size)
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="right"
      size={340}
      title={t('settings.title')}
      rootClassName="settings-drawer"
      footer={
        <Button block onClick={reset}>
          {t('settings.reset')}
        </Button>
      }
    >
      <ColourChoice value={settings.themeColour} onChange={(colour) => void chooseColour(colour)} />
      <Choice
        label="settings.theme"
        value={chosenTheme ?? 'system'}
        of={['light', 'dark', 'system']}
        words={(one) => `theme.${one}`}
        onChange={(theme) => chooseTheme(theme === 'system' ? undefined : theme)}
      />
      {settings.device === 'desktop' && (
        <Choice
          label="settings.layout"
          value={settings.vertical ? 'vertical' : 'horizontal'}
          of={['vertical', 'horizontal']}
          words={(one) => `layout.${one}`}
          onChange={(layout) => chooseLayout(layout === 'vertical')}
        />
      )}
      <Choice label="shell.size" value={settings.size} of={sizes} words={(one) => `size.${one}`} onChange={chooseSize} />
      <div className="settings-flags">
        {flags.map((flag) => (
          <FlagSwitch key={flag} flag={flag} settings={settings} />
        ))}
      </div>
    </Drawer>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: LabelKey
  readonly value: Value
  readonly of: readonly Value[]
  /** The label of a member. */
  readonly words: (value: Value) => LabelKey
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, of, words, onChange }: ChoiceProps<Value>) {
  const t = useT()
  return (
    <Titled title={t(label)}>
      {(id) => (
        <Segmented<Value>
          block
          aria-labelledby={id}
          value={value}
          onChange={onChange}
          options={of.map((one) => ({ value: one, label: t(words(one)) }))}
        />
      )}
    </Titled>
  )
}

function Titled({ title, children }: { title: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="settings-choice">
      <span id={id}>{title}</span>
      {children(id)}
    </div>
  )
}

function FlagSwitch({ flag, settings }: { flag: Flag; settings: Settings }) {
  const t = useT()
  const id = useId()
  return (
    <div className="settings-flag">
      <label htmlFor={id}>{t(`settings.${flag}`)}</label>
      <Switch id={id} checked={settings[flag]} onChange={(on) => changeSettings({ [flag]: on })} />
    </div>
  )
}

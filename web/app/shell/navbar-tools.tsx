/** The small buttons at the right of the navbar. On a phone the settings hold what has no room here. */
import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import FontSizeOutlined from '@ant-design/icons/es/icons/FontSizeOutlined'
import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined'
import FullscreenOutlined from '@ant-design/icons/es/icons/FullscreenOutlined'
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined'
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import { Button, Dropdown } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { switchTheme, useAppearance } from '../../kernel/appearance/appearance.ts'
import { chooseLanguage, languages, nameOfLanguage, useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import { addressOfGuide, guideFor } from '../../kernel/navigation/help.ts'
import { sizes, useSettings } from '../../kernel/appearance/settings.ts'
import { chooseSize } from './choose-size.ts'
import { toggleFullscreen, useFullscreen } from './fullscreen.ts'
import { openOverlay } from '../../kernel/navigation/overlays.ts'

export function FullscreenSwitch() {
  const t = useT()
  const full = useFullscreen()
  const label = t(full ? 'shell.fullscreen-leave' : 'shell.fullscreen')
  return (
    <Button
      type="text"
      className="for-desk"
      aria-label={label}
      title={label}
      onClick={toggleFullscreen}
      icon={full ? <FullscreenExitOutlined aria-hidden="true" /> : <FullscreenOutlined aria-hidden="true" />}
    />
  )
}

export function SizeSwitch() {
  const t = useT()
  const size = useSettings((settings) => settings.size)
  const items = sizes.map((one) => ({ key: one, label: t(`size.${one}`), onClick: () => chooseSize(one) }))
  const label = `${t('shell.size')}${t('common.means')}${t(`size.${size}`)}`
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [size] }} trigger={['click']} autoFocus placement="bottomRight">
      <Button
        type="text"
        className="for-desk"
        icon={<FontSizeOutlined aria-hidden="true" />}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}

export function LanguageSwitch() {
  const t = useT()
  const language = useLanguage()
  const items = languages.map((one) => ({ key: one, label: nameOfLanguage[one], onClick: () => void chooseLanguage(one) }))
  const label = `${t('shell.language')}${t('common.means')}${nameOfLanguage[language]}`
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [language] }} trigger={['click']} autoFocus placement="bottomRight">
      <Button type="text" icon={<GlobalOutlined aria-hidden="true" />} aria-label={label} title={label} aria-haspopup="menu" />
    </Dropdown>
  )
}

export function ThemeSwitch() {
  const t = useT()
  const theme = useAppearance((state) => state.theme)
  const label = t(theme === 'dark' ? 'shell.light' : 'shell.dark')
  return (
    <Button
      type="text"
      className="for-desk"
      icon={theme === 'dark' ? <SunOutlined aria-hidden="true" /> : <MoonOutlined aria-hidden="true" />}
      aria-label={label}
      title={label}
      onClick={switchTheme}
    />
  )
}

/** Leads to the guide that is about this page. */
export function HelpButton() {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <Button
      type="text"
      className="for-desk"
      icon={<QuestionCircleOutlined aria-hidden="true" />}
      aria-label={t('menu.help')}
      title={t('menu.help')}
      onClick={() => void navigate(addressOfGuide(guideFor(pathname)))}
    />
  )
}

export function SettingsButton() {
  const t = useT()
  return (
    <Button
      type="text"
      icon={<BgColorsOutlined aria-hidden="true" />}
      aria-label={t('settings.title')}
      title={t('settings.title')}
      aria-haspopup="dialog"
      onClick={() => openOverlay('settings')}
    />
  )
}

import CompassOutlined from '@ant-design/icons/es/icons/CompassOutlined'
import { Button, Tour } from 'antd'
import { useMemo, useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

/** What the tour points at, in the order in which people meet it. What a width or a setting does not show is passed over. */
const stops: readonly { readonly at: string; readonly name: string }[] = [
  { at: '.menu-tree', name: 'menu' },
  { at: '.hamburger', name: 'fold' },
  { at: '.breadcrumb', name: 'breadcrumb' },
  { at: '.navbar-tools', name: 'tools' },
  { at: '.account', name: 'account' },
  { at: '.example-head button', name: 'source' },
]

export default function GuidePage() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const steps = useMemo(
    () =>
      stops
        .filter(({ at }) => open && isShown(at))
        .map(({ at, name }) => ({
          title: t(`guide.${name}.title` as LabelKey),
          description: t(`guide.${name}.text` as LabelKey),
          target: () => document.querySelector<HTMLElement>(at) as HTMLElement,
        })),
    [open, t],
  )
  return (
    <Example title={t('menu.guide')} about={t('guide.about')} source={['features/template/guide/']}>
      <ExampleCard title={t('guide.tour')} about={t('guide.tour-about')}>
        <Button type="primary" icon={<CompassOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('guide.start')}
        </Button>
      </ExampleCard>
      <ExampleCard title={t('guide.stops')}>
        <ol>
          {stops.map(({ name }) => (
            <li key={name}>
              <strong>{t(`guide.${name}.title` as LabelKey)}</strong>
              {t('common.means')}
              {t(`guide.${name}.text` as LabelKey)}
            </li>
          ))}
        </ol>
      </ExampleCard>
      <Tour open={open} steps={steps} onClose={() => setOpen(false)} onFinish={() => setOpen(false)} disabledInteraction />
    </Example>
  )
}

function isShown(at: string): boolean {
  const box = document.querySelector(at)?.getBoundingClientRect()
  return box !== undefined && box.width > 0 && box.right > 0
}

/** How widgets look, several at once as well: what they have in common is shown, and what is changed is changed of all of them. */
import { Checkbox } from 'antd'
import type { ScreenWidget, WidgetStyle } from '../../../../../model/screens/document.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import type { Mixed } from '../state/together.ts'
import { MIXED, commonOf, withStyle } from '../state/together.ts'
import { useDesign } from '../store.ts'
import { Choice, Colour, NumberInput } from './parts.tsx'

const ALIGNS = ['start', 'center', 'end'] as const
const NUMBERS = [
  { name: 'fontSize', min: 8, max: 600 },
  { name: 'radius', min: 0, max: 400 },
  { name: 'padding', min: 0, max: 200 },
  { name: 'rotate', min: -360, max: 360 },
] as const
const COLOURS = ['colour', 'background'] as const

export function Look({ widgets }: { readonly widgets: readonly ScreenWidget[] }) {
  const t = useT()
  const design = useDesign()
  const ids = widgets.map(({ id }) => id)
  const common = <Name extends keyof WidgetStyle>(name: Name) => commonOf(widgets, ({ style }) => style?.[name])
  const put = (style: Partial<WidgetStyle>) =>
    design.change((page) => withStyle(page, ids, style), { run: `style ${Object.keys(style).join()} ${ids.join(' ')}` })
  const bold = common('bold')
  const opacity = common('opacity')
  const border = common('border')
  return (
    <Section title={t('screen-design.look')}>
      <div className="form-pairs">
        {NUMBERS.map(({ name, min, max }) => (
          <Line key={name} label={t(`screen-design.style-${name}`)}>
            {(id) => <NumberInput id={id} value={common(name)} min={min} max={max} onChange={(value) => put({ [name]: value })} />}
          </Line>
        ))}
        <Line label={t('screen-design.style-opacity')}>
          {(id) => (
            <NumberInput
              id={id}
              value={opacity === MIXED ? MIXED : opacity === undefined ? undefined : Math.round(opacity * 100)}
              min={0}
              max={100}
              onChange={(value) => put({ opacity: value === undefined ? undefined : value / 100 })}
            />
          )}
        </Line>
        <Line label={t('screen-design.style-align')}>
          {(id) => (
            <Choice
              id={id}
              value={common('align')}
              none={t('screen-design.usual')}
              options={ALIGNS.map((value) => ({ value, label: t(`screen-design.align-${value}`) }))}
              onChange={(value) => put({ align: value })}
            />
          )}
        </Line>
      </div>
      <Checkbox
        className="form-tick"
        checked={bold === true}
        indeterminate={bold === MIXED}
        onChange={({ target }) => put({ bold: target.checked || undefined })}
      >
        {t('screen-design.bold')}
      </Checkbox>
      {COLOURS.map((name) => (
        <Line key={name} label={t(`screen-design.style-${name}`)}>
          {(id) => (
            <Colour id={id} label={t(`screen-design.style-${name}`)} value={common(name)} onChange={(value) => put({ [name]: value })} />
          )}
        </Line>
      ))}
      <Border border={border} onChange={(next) => put({ border: next })} />
    </Section>
  )
}

type BorderStyle = NonNullable<WidgetStyle['border']>

function Border({
  border,
  onChange,
}: {
  readonly border: BorderStyle | undefined | Mixed
  readonly onChange: (border: BorderStyle | undefined) => void
}) {
  const t = useT()
  const own = border === MIXED ? undefined : border
  return (
    <div className="form-pairs">
      <Line label={t('screen-design.border-width')}>
        {(id) => (
          <NumberInput
            id={id}
            value={border === MIXED ? MIXED : border?.width}
            min={0}
            max={40}
            onChange={(width) => onChange(width === undefined ? undefined : { width, colour: own?.colour ?? '#5b6b80' })}
          />
        )}
      </Line>
      {own && (
        <Line label={t('screen-design.border-colour')}>
          {(id) => (
            <Colour
              id={id}
              label={t('screen-design.border-colour')}
              value={own.colour}
              onChange={(colour) => onChange(colour === undefined ? undefined : { ...own, colour })}
            />
          )}
        </Line>
      )}
    </div>
  )
}

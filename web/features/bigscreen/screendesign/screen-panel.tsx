/** The page that is shown, the screen as a whole, and the aids of the canvas, which are no part of it. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { ScreenDocument, ScreenPage } from '../../../../model/screens/document.ts'
import { FITS, THEMES } from '../../../../model/screens/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { KeptInput } from '../../../shared/panels/kept-input.tsx'
import { GroupLine, Line } from '../../../shared/panels/line.tsx'
import { Section, Tick } from '../../../shared/panels/section.tsx'
import { named } from '../../../ui/named.ts'
import PictureChoice from './panel/picture-choice.tsx'
import { Choice, Colour, NumberInput } from './panel/parts.tsx'
import { unlessEmpty } from './state/edits.ts'
import { withGuide, withoutGuide } from './state/guides.ts'
import { withPage } from './state/pages.ts'
import { useDesign, useDesignState, usePage, useView } from './store.ts'

/** Sizes that displays have. */
const SIZES = ['1920x1080', '3840x2160', '1366x768', '3440x1440', '7680x2160', '1080x1920'] as const

export default function ScreenPanel() {
  return (
    <div className="screen-panel">
      <PageSettings />
      <ScreenSettings />
      <AidSettings />
    </div>
  )
}

/** The page without members that are undefined: a document is strict. */
const withMembers = (page: ScreenPage, members: { readonly [Name in keyof ScreenPage]?: ScreenPage[Name] | undefined }): ScreenPage =>
  unlessEmpty({ ...page, ...members }) as ScreenPage

function PageSettings() {
  const t = useT()
  const design = useDesign()
  const page = usePage()
  const background = (members: NonNullable<ScreenPage['background']> | { colour: undefined } | { picture: undefined }) =>
    design.changeScreen(
      (document) =>
        withPage(document, page.id, (one) =>
          withMembers(one, { background: unlessEmpty({ ...one.background, ...members }) as ScreenPage['background'] }),
        ),
      { run: `background ${page.id}` },
    )
  return (
    <Section title={t('screen-design.page')}>
      <Line label={t('screen-design.page-title')}>
        {(id) => (
          <KeptInput
            key={page.id}
            id={id}
            value={page.title}
            maxLength={64}
            onKeep={(title) => {
              if (title === '') return false
              design.changeScreen((document) => withPage(document, page.id, (one) => ({ ...one, title })), { run: `title ${page.id}` })
              return true
            }}
          />
        )}
      </Line>
      <Line label={t('screen-design.page-seconds')}>
        {(id) => (
          <NumberInput
            id={id}
            value={page.seconds}
            min={3}
            max={3600}
            isWhole
            placeholder={t('screen-design.page-not-shown')}
            onChange={(seconds) =>
              design.changeScreen((document) => withPage(document, page.id, (one) => withMembers(one, { seconds })), {
                run: `seconds ${page.id}`,
              })
            }
          />
        )}
      </Line>
      <Line label={t('screen-design.page-colour')}>
        {(id) => (
          <Colour
            id={id}
            label={t('screen-design.page-colour')}
            value={page.background?.colour}
            onChange={(colour) => background(colour === undefined ? { colour: undefined } : { colour })}
          />
        )}
      </Line>
      <Line label={t('screen-design.page-picture')}>
        {(id) => (
          <PictureChoice
            id={id}
            label={t('screen-design.page-picture')}
            field={{ as: 'picture' }}
            value={page.background?.picture}
            isMixed={false}
            disabled={false}
            onChange={(picture) => background(typeof picture === 'string' ? { picture } : { picture: undefined })}
          />
        )}
      </Line>
    </Section>
  )
}

function ScreenSettings() {
  const t = useT()
  const design = useDesign()
  const { size, fit, theme, refresh } = useDesignState((state) => state.document)
  const put = (members: Partial<Pick<ScreenDocument, 'size' | 'fit' | 'theme' | 'refresh'>>) =>
    design.changeScreen((document) => ({ ...document, ...members }), { run: `screen ${Object.keys(members).join()}` })
  const called = `${size.width}x${size.height}`
  return (
    <Section title={t('screen-design.screen')}>
      <Line label={t('screen-design.size-usual')}>
        {(id) => (
          <Choice
            id={id}
            value={SIZES.find((one) => one === called)}
            options={SIZES.map((value) => ({ value, label: value.replace('x', ' × ') }))}
            onChange={(next) => {
              const [width = 0, height = 0] = (next ?? '').split('x').map(Number)
              if (width > 0) put({ size: { width, height } })
            }}
          />
        )}
      </Line>
      <div className="form-pairs">
        <Line label={t('screen-design.side-width')}>
          {(id) => (
            <NumberInput
              id={id}
              value={size.width}
              min={320}
              max={16_384}
              isWhole
              isNeeded
              onChange={(width) => width && put({ size: { ...size, width } })}
            />
          )}
        </Line>
        <Line label={t('screen-design.side-height')}>
          {(id) => (
            <NumberInput
              id={id}
              value={size.height}
              min={240}
              max={16_384}
              isWhole
              isNeeded
              onChange={(height) => height && put({ size: { ...size, height } })}
            />
          )}
        </Line>
      </div>
      <Line label={t('screen-design.fit')}>
        {(id) => (
          <Choice
            id={id}
            value={fit}
            options={FITS.map((value) => ({ value, label: t(`screen-design.fit-${value}`) }))}
            onChange={(next) => next && put({ fit: next })}
          />
        )}
      </Line>
      <Line label={t('screen-design.theme')}>
        {(id) => (
          <Choice
            id={id}
            value={theme}
            options={THEMES.map((value) => ({ value, label: t(`screen-design.theme-${value}`) }))}
            onChange={(next) => next && put({ theme: next })}
          />
        )}
      </Line>
      <Line label={t('screen-design.refresh')}>
        {(id) => (
          <NumberInput id={id} value={refresh} min={10} max={3600} isWhole isNeeded onChange={(next) => next && put({ refresh: next })} />
        )}
      </Line>
    </Section>
  )
}

function AidSettings() {
  const t = useT()
  const { view } = useDesign()
  const aids = useView((state) => state.aids)
  const size = useDesignState(({ document }) => document.size)
  const set = (members: Partial<typeof aids>) => view.setState(({ aids: before }) => ({ aids: { ...before, ...members } }))
  return (
    <Section title={t('screen-design.aids')}>
      <Line label={t('screen-design.grid')}>
        {(id) => (
          <NumberInput
            id={id}
            value={aids.grid}
            min={0}
            max={200}
            isWhole
            isNeeded
            onChange={(grid) => grid !== undefined && set({ grid })}
          />
        )}
      </Line>
      <Tick label={t('screen-design.grid-shown')} value={aids.showsGrid} onChange={(showsGrid) => set({ showsGrid: showsGrid ?? false })} />
      <Checkbox className="form-tick" checked={aids.snaps} onChange={({ target }) => set({ snaps: target.checked })}>
        {t('screen-design.snaps')}
      </Checkbox>
      {(['x', 'y'] as const).map((along) => (
        <GuideList
          key={along}
          along={along}
          guides={aids[along]}
          max={along === 'x' ? size.width : size.height}
          onChange={(made) => view.setState(({ aids: before }) => ({ aids: made(before) }))}
        />
      ))}
    </Section>
  )
}

interface GuideProps {
  readonly along: 'x' | 'y'
  readonly guides: readonly number[]
  readonly max: number
  readonly onChange: (made: (aids: Parameters<typeof withGuide>[0]) => Parameters<typeof withGuide>[0]) => void
}

/** Guides, for whoever does not drag them from the rulers. */
function GuideList({ along, guides, max, onChange }: GuideProps) {
  const t = useT()
  const [at, setAt] = useState<number>()
  const label = t(`screen-design.guides-${along}`)
  return (
    <GroupLine label={label}>
      <span className="screen-guide-list">
        {guides.map((guide) => (
          <Button
            key={guide}
            size="small"
            icon={<CloseOutlined aria-hidden="true" />}
            aria-label={named(t('screen-design.guide-remove'), guide)}
            onClick={() => onChange((aids) => withoutGuide(aids, along, guide))}
          >
            {guide}
          </Button>
        ))}
        <NumberInput label={label} value={at} min={0} max={max} isWhole onChange={setAt} />
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          aria-label={named(t('screen-design.guide-add'), label)}
          disabled={at === undefined}
          onClick={() => {
            if (at !== undefined) onChange((aids) => withGuide(aids, along, at))
            setAt(undefined)
          }}
        />
      </span>
    </GroupLine>
  )
}

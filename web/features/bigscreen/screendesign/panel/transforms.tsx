/** The steps from a value to what is shown: multiplied, rounded, put into words. They are done in their order; there is no code among them. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { Transform } from '../../../../../model/screens/document.ts'
import { Entries } from './entries.tsx'
import { Choice, NumberInput, TextInput } from './parts.tsx'

const KINDS = ['scale', 'round', 'map'] as const
type Kind = (typeof KINDS)[number]

const STARTS: Readonly<Record<Kind, Transform>> = { scale: { scale: 1 }, round: { round: 0 }, map: { map: [{ from: 0, text: '' }] } }
const kindOf = (step: Transform): Kind => KINDS.find((kind) => kind in step) ?? 'round'
const MAX_STEPS = 6
const MAX_WORDS = 20

interface TransformsProps {
  readonly label: string
  readonly steps: readonly Transform[]
  readonly onChange: (steps: Transform[]) => void
}

export function Transforms({ label, steps, onChange }: TransformsProps) {
  const t = useT()
  const isOpen = steps.length > 0
  return (
    <details className="screen-steps" open={isOpen}>
      <summary>{t('screen-design.steps')}</summary>
      <Entries<Transform>
        label={t('screen-design.steps-of', { slot: label })}
        entries={steps}
        most={MAX_STEPS}
        fresh={() => STARTS.scale}
        onChange={onChange}
      >
        {(step, change, at) => (
          <>
            <Choice
              label={t('screen-design.step-nth', { at: at + 1 })}
              value={kindOf(step)}
              options={KINDS.map((value) => ({ value, label: t(`screen-design.step-${value}`) }))}
              onChange={(kind) => kind && change(STARTS[kind])}
            />
            {'scale' in step && (
              <>
                <NumberInput
                  label={t('screen-design.step-factor')}
                  value={step.scale}
                  isNeeded
                  onChange={(scale) => scale !== undefined && change({ ...step, scale })}
                />
                <NumberInput
                  label={t('screen-design.step-offset')}
                  placeholder="+ 0"
                  value={step.offset}
                  onChange={(offset) => change(offset === undefined ? { scale: step.scale } : { ...step, offset })}
                />
              </>
            )}
            {'round' in step && (
              <NumberInput
                label={t('screen-design.step-digits')}
                value={step.round}
                min={0}
                max={6}
                isWhole
                isNeeded
                onChange={(round) => round !== undefined && change({ round })}
              />
            )}
            {'map' in step && <Words words={step.map} onChange={(map) => change({ map })} />}
          </>
        )}
      </Entries>
    </details>
  )
}

type Word = Extract<Transform, { map: unknown }>['map'][number]

/** Texts for values: from a number, up to one that is not meant any more, or for one that is just so. */
function Words({ words, onChange }: { readonly words: readonly Word[]; readonly onChange: (words: Word[]) => void }) {
  const t = useT()
  return (
    <Entries<Word> label={t('screen-design.words')} entries={words} most={MAX_WORDS} fresh={() => ({ text: '' })} onChange={onChange}>
      {({ from, to, is, text }, change, at) => {
        const put = (next: Partial<Record<keyof Word, string | number | undefined>>) => {
          const all = { from, to, is, text, ...next }
          change(Object.fromEntries(Object.entries({ ...all, text: all.text ?? '' }).filter(([, value]) => value !== undefined)) as Word)
        }
        return (
          <>
            <NumberInput
              label={t('screen-design.word-from', { at: at + 1 })}
              placeholder="≥"
              value={from}
              onChange={(next) => put({ from: next })}
            />
            <NumberInput
              label={t('screen-design.word-to', { at: at + 1 })}
              placeholder="<"
              value={to}
              onChange={(next) => put({ to: next })}
            />
            <TextInput label={t('screen-design.word-is', { at: at + 1 })} value={is} max={256} onChange={(next) => put({ is: next })} />
            <TextInput
              label={t('screen-design.word-text', { at: at + 1 })}
              value={text}
              max={256}
              onChange={(next) => put({ text: next })}
            />
          </>
        )
      }}
    </Entries>
  )
}

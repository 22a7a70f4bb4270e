/** What is said of a start beside its form: whom it asks first, from when to when, and what it is about. */
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { Suspense, useEffect, useId } from 'react'
import type { StartForm } from '../../../../model/contract/workflow/office.ts'
import { personText } from '../../../../model/organisation/person-text.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import type { StartValues, StartFaults, StartField } from './use-start.ts'
import { DESCRIPTION_LENGTH, START_FIELDS } from './use-start.ts'

const Moment = lazyWithPreload(() => import('../../../ui/moment.tsx'))

interface StartFieldsProps {
  readonly of: StartForm
  readonly values: StartValues
  readonly faults: StartFaults
  /** How often somebody tried to send: each time the first that is missing has the focus. */
  readonly attempts: number
  readonly onChange: (more: Partial<StartValues>) => void
}

export function StartFields({ of: { picks, candidates, otherPicks }, values, faults, attempts, onChange }: StartFieldsProps) {
  const t = useT()
  const id = useId()
  const first = START_FIELDS.find((field) => faults[field] !== undefined)
  // Of several the first for which nobody is chosen has the fault.
  const open = otherPicks.find(({ node }) => values.candidates[node] === undefined) ?? otherPicks[0]
  useEffect(() => {
    if (attempts > 0 && first !== undefined) document.getElementById(`${id}${first}`)?.focus()
  }, [attempts, first, id])
  const field = (of: StartField) => ({ id: `${id}${of}`, fault: faults[of] })
  const described = (of: StartField) =>
    faults[of] === undefined ? {} : { 'aria-describedby': `${id}${of}-fault`, status: 'error' as const }
  return (
    <div className="start-said">
      {picks ? (
        <Field {...field('candidate')} label={t('my-process.candidate')} isWide>
          <Select
            id={`${id}candidate`}
            {...described('candidate')}
            value={values.candidate || null}
            placeholder={t('my-process.candidate-hint')}
            notFoundContent={t('list.no-options')}
            showSearch={{ optionFilterProp: 'label' }}
            options={candidates.map((person) => ({ value: person.username, label: personText(person) }))}
            onChange={(candidate) => onChange({ candidate: candidate ?? '' })}
          />
        </Field>
      ) : (
        candidates.length > 0 && (
          <p className="start-wide quiet">
            {t('my-process.asked-first', { people: candidates.slice(0, 5).map(personText).join(t('common.between')) })}
          </p>
        )
      )}
      {otherPicks.map(({ node, name, people }) => {
        const of = node === open?.node ? field('candidates') : { id: `${id}of-${node}`, fault: undefined }
        return (
          <Field key={node} {...of} label={t('my-process.candidate-of', { task: name })} isWide>
            <Select
              id={of.id}
              {...(of.fault === undefined ? {} : described('candidates'))}
              value={values.candidates[node] ?? null}
              placeholder={t('my-process.candidate-hint')}
              notFoundContent={t('list.no-options')}
              showSearch={{ optionFilterProp: 'label' }}
              options={people.map((person) => ({ value: person.username, label: personText(person) }))}
              onChange={(username) => onChange({ candidates: { ...values.candidates, [node]: username } })}
            />
          </Field>
        )
      })}
      <Suspense fallback={<div className="start-field" aria-busy="true" />}>
        <Field {...field('startTime')} label={t('my-process.from')}>
          <Moment
            id={`${id}startTime`}
            isBeginning
            value={values.startTime}
            onChange={(startTime) => onChange({ startTime: startTime ?? '' })}
          />
        </Field>
        <Field {...field('endTime')} label={t('my-process.until')}>
          <Moment id={`${id}endTime`} value={values.endTime} onChange={(endTime) => onChange({ endTime: endTime ?? '' })} />
        </Field>
      </Suspense>
      <Field {...field('description')} label={t('my-process.description')} isWide>
        <Input.TextArea
          id={`${id}description`}
          {...described('description')}
          value={values.description}
          placeholder={t('my-process.description-hint')}
          maxLength={DESCRIPTION_LENGTH}
          showCount
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </Field>
    </div>
  )
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly fault: string | undefined
  readonly isWide?: boolean
  readonly children: ReactNode
}

function Field({ id, label, fault, isWide = false, children }: FieldProps) {
  const t = useT()
  return (
    <div className={isWide ? 'start-field start-wide' : 'start-field'}>
      <label htmlFor={id}>
        {label}
        <span className="fill-mark" aria-hidden="true">
          {' *'}
        </span>
        <span className="visually-hidden"> {t('fill.required')}</span>
      </label>
      {children}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="start-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

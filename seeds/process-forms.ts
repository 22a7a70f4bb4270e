/** The forms of the demonstration's processes: a request for leave, and the calibration of a device. They are filled in by processes alone and have no entries. */
import type { FormDefinition, FormField, LayoutPart, Texts } from '../model/form/definition.ts'
import type { FormSeed } from './belongings.ts'

const texts = (zh: string, tw: string, en: string): Texts => ({ zh, tw, en })
const field = (id: string, kind: FormField['kind'], labels: Texts, more: Partial<FormField> = {}): FormField => ({
  id,
  name: id,
  kind,
  labels,
  ...more,
})
const choice = (value: string, zh: string, tw: string, en: string) => ({ value, labels: texts(zh, tw, en) })
const beside = (...ids: string[]): LayoutPart => ({ part: 'row', of: ids.map((id) => ({ part: 'field', field: id })) })
const alone = (id: string): LayoutPart => ({ part: 'field', field: id })

const leaveForm: FormDefinition = {
  schema: 1,
  fields: [
    field('kind', 'select', texts('请假类型', '請假類別', 'Kind of leave'), {
      required: true,
      choices: [
        choice('annual', '年假', '特休', 'Annual leave'),
        choice('personal', '事假', '事假', 'Personal leave'),
        choice('sick', '病假', '病假', 'Sick leave'),
        choice('training', '培训', '受訓', 'Training'),
      ],
    }),
    field('days', 'integer', texts('天数', '天數', 'Days'), { required: true, least: '1', greatest: '60' }),
    field('reason', 'lines', texts('请假事由', '請假事由', 'Reason'), { required: true, maxLength: 500 }),
    field('papers', 'files', texts('附件', '附件', 'Attachments'), {
      maxCount: 5,
      requiredWhen: {
        op: 'and',
        of: [
          { op: 'equal', of: [{ field: 'kind' }, { value: 'sick' }] },
          { op: 'greater', of: [{ field: 'days' }, { value: 3 }] },
        ],
      },
      help: texts('病假超过三天请附证明', '病假超過三天請附證明', 'Sick leave of more than three days needs a certificate'),
    }),
    field('handover', 'text', texts('工作交接', '工作交接', 'Work handed over to'), { maxLength: 128 }),
  ],
  layout: [beside('kind', 'days'), alone('reason'), alone('papers'), alone('handover')],
  print: { signatures: [texts('申请人', '申請人', 'Requested by'), texts('上级', '主管', 'Superior')] },
}

const calibrationForm: FormDefinition = {
  schema: 1,
  fields: [
    field('equipment', 'text', texts('被校设备', '校驗設備', 'Device'), { required: true, maxLength: 128 }),
    field('method', 'select', texts('校准方式', '校驗方式', 'Method'), {
      required: true,
      choices: [choice('comparison', '比对', '比對', 'Comparison'), choice('reference', '标准器', '標準器', 'Reference standard')],
    }),
    field('points', 'integer', texts('测量点数', '測量點數', 'Points measured'), { least: '1', greatest: '50' }),
    field('deviation', 'number', texts('最大误差', '最大誤差', 'Greatest deviation'), { decimals: 2, unit: '%' }),
    field('verdict', 'radio', texts('结论', '結論', 'Verdict'), {
      choices: [choice('pass', '合格', '合格', 'Passed'), choice('fail', '不合格', '不合格', 'Failed')],
    }),
    field('remarks', 'lines', texts('说明', '說明', 'Remarks'), { maxLength: 500 }),
  ],
  layout: [beside('equipment', 'method'), beside('points', 'deviation'), alone('verdict'), alone('remarks')],
  print: { signatures: [texts('测量', '測量', 'Measured by'), texts('复核', '複核', 'Reviewed by')] },
}

export const leaveRequestForm: FormSeed = { formDescription: '请假申请单', definition: leaveForm, entries: [] }
export const deviceCalibrationForm: FormSeed = { formDescription: '设备校准单', definition: calibrationForm, entries: [] }
/** Those that processes use. */
export const processForms: readonly FormSeed[] = [leaveRequestForm, deviceCalibrationForm]

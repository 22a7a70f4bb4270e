/** Two forms of the demonstration: the inspection of a piece of equipment, filled in by people of the tenant, and the survey of visitors, filled in by a link. */
import type { Expression } from '../model/expression/expression.ts'
import type { FormDefinition, FormField, Texts } from '../model/form/definition.ts'
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
const is = (id: string, value: string): Expression => ({ op: 'equal', of: [{ field: id }, { value }] })

const RESULTS = [
  choice('good', '正常', '正常', 'In order'),
  choice('attention', '需关注', '需留意', 'To be watched'),
  choice('bad', '异常', '異常', 'Faulty'),
]

const inspection: FormDefinition = {
  schema: 1,
  fields: [
    field('no', 'serial', texts('编号', '編號', 'Number')),
    field('device', 'device', texts('设备', '設備', 'Device'), { required: true, listed: true }),
    field('day', 'date', texts('点检日期', '點檢日期', 'Day of the inspection'), {
      required: true,
      listed: true,
      initial: { op: 'today', of: [] },
    }),
    field('shift', 'radio', texts('班次', '班別', 'Shift'), {
      required: true,
      listed: true,
      choices: [choice('day', '白班', '日班', 'Day'), choice('night', '夜班', '夜班', 'Night')],
    }),
    field('reading', 'reading', texts('现场读数', '現場讀值', 'Reading on site'), {
      help: texts('选择一个测点，取其最新值', '選擇一個測點，取其最新值', 'Choose a point and take its newest value'),
    }),
    field('items', 'table', texts('点检项目', '點檢項目', 'What was looked at'), {
      minCount: 1,
      maxCount: 30,
      columns: [
        { id: 'item', name: 'item', kind: 'text', labels: texts('项目', '項目', 'Item'), required: true, maxLength: 64 },
        { id: 'result', name: 'result', kind: 'select', labels: texts('结果', '結果', 'Result'), required: true, choices: RESULTS },
        {
          id: 'minutes',
          name: 'minutes',
          kind: 'integer',
          labels: texts('用时', '用時', 'Time taken'),
          least: '0',
          greatest: '600',
          unit: 'min',
        },
      ],
    }),
    field('total', 'integer', texts('合计用时', '合計用時', 'Time in all'), {
      unit: 'min',
      listed: true,
      compute: { take: 'sum', rows: 'items', of: { field: 'minutes' } },
    }),
    field('verdict', 'select', texts('结论', '結論', 'Verdict'), { required: true, listed: true, choices: RESULTS }),
    field('fault', 'lines', texts('异常说明', '異常說明', 'What is wrong'), {
      visibleWhen: is('verdict', 'bad'),
      requiredWhen: is('verdict', 'bad'),
      maxLength: 1000,
    }),
    field('pictures', 'pictures', texts('照片', '照片', 'Pictures'), { maxCount: 6 }),
  ],
  layout: [
    {
      part: 'row',
      of: [
        { part: 'field', field: 'no' },
        { part: 'field', field: 'device' },
      ],
    },
    {
      part: 'row',
      of: [
        { part: 'field', field: 'day' },
        { part: 'field', field: 'shift' },
      ],
    },
    { part: 'field', field: 'reading' },
    { part: 'field', field: 'items' },
    { part: 'field', field: 'total' },
    {
      part: 'group',
      title: texts('结论', '結論', 'Verdict'),
      of: [
        { part: 'field', field: 'verdict' },
        { part: 'field', field: 'fault' },
        { part: 'field', field: 'pictures' },
      ],
    },
  ],
  print: {
    header: texts('设备点检表', '設備點檢表', 'Inspection of equipment'),
    signatures: [texts('点检人', '點檢人', 'Inspected by'), texts('负责人', '負責人', 'Responsible')],
  },
}

const row = (item: string, result: string, minutes: number) => ({ item, result, minutes })

/** The inspection, with a few that were made of these devices. */
export const inspectionOf = ([one, two, three]: readonly [string, string, string]): FormSeed => ({
  formDescription: '设备点检表',
  definition: inspection,
  entries: [
    {
      by: 'admin',
      hoursAgo: 170,
      devices: { device: one },
      data: {
        no: '1',
        day: '2026-11-16',
        shift: 'day',
        items: [row('外观与接线', 'good', 5), row('传感器清洁', 'good', 10)],
        total: 15,
        verdict: 'good',
      },
    },
    {
      by: 'editor',
      hoursAgo: 74,
      devices: { device: two },
      data: {
        no: '2',
        day: '2026-11-20',
        shift: 'night',
        items: [row('外观与接线', 'good', 5), row('通信状态', 'attention', 12)],
        total: 17,
        verdict: 'attention',
      },
    },
    {
      by: 'editor',
      hoursAgo: 26,
      devices: { device: three },
      data: {
        no: '3',
        day: '2026-11-22',
        shift: 'day',
        items: [row('外观与接线', 'bad', 8), row('紧固件', 'good', 6), row('校准标签', 'good', 2)],
        total: 16,
        verdict: 'bad',
        fault: '电缆接头有水迹，已临时包扎，待更换防水接头。',
      },
    },
  ],
})

const visitorsForm: FormDefinition = {
  schema: 1,
  fields: [
    field('name', 'text', texts('称呼', '稱呼', 'Your name'), { maxLength: 64, listed: true }),
    field('purpose', 'checkboxes', texts('来访目的', '來訪目的', 'Why you came'), {
      required: true,
      listed: true,
      minCount: 1,
      choices: [
        choice('visit', '参观', '參觀', 'A visit'),
        choice('business', '业务洽谈', '業務洽談', 'Business'),
        choice('audit', '检查审核', '檢查稽核', 'An audit'),
      ],
    }),
    field('rating', 'rating', texts('总体满意度', '整體滿意度', 'How satisfied you are'), { required: true, listed: true }),
    field('wish', 'lines', texts('意见与建议', '意見與建議', 'What could be better'), { maxLength: 2000 }),
    field('answer', 'switch', texts('希望得到回复', '希望收到回覆', 'I wish for an answer'), { listed: true }),
    field('email', 'text', texts('邮箱', '電子郵件', 'E-mail address'), {
      pattern: { name: 'email' },
      visibleWhen: { field: 'answer' },
      requiredWhen: { field: 'answer' },
    }),
    field('handled', 'lines', texts('处理情况（内部）', '處理情形（內部）', 'What was done (inside)'), {
      seenBy: ['ROLE_ADMIN', 'ROLE_EDITOR'],
      writtenBy: ['ROLE_ADMIN'],
      maxLength: 1000,
    }),
  ],
  layout: [
    {
      part: 'text',
      text: texts(
        '感谢您的来访，请花一分钟告诉我们您的感受。',
        '感謝您的來訪，請用一分鐘告訴我們您的感受。',
        'Thank you for coming. Please take a minute to tell us how it was.',
      ),
    },
    {
      part: 'row',
      of: [
        { part: 'field', field: 'name' },
        { part: 'field', field: 'rating' },
      ],
    },
    { part: 'field', field: 'purpose' },
    { part: 'field', field: 'wish' },
    {
      part: 'row',
      of: [
        { part: 'field', field: 'answer' },
        { part: 'field', field: 'email' },
      ],
    },
    { part: 'field', field: 'handled' },
  ],
}

/** The survey, with what a few visitors said. */
export const visitors: FormSeed = {
  formDescription: '访客意见反馈',
  definition: visitorsForm,
  entries: [
    { hoursAgo: 98, data: { name: '周先生', purpose: ['visit'], rating: 5, wish: '讲解很清楚，大屏数据直观。', answer: false } },
    { hoursAgo: 51, data: { purpose: ['business', 'visit'], rating: 4, wish: '停车位指引不明显。' } },
    { hoursAgo: 20, data: { name: '李工', purpose: ['audit'], rating: 4, answer: true, email: 'li@example.com', handled: '已电话回复。' } },
  ],
}

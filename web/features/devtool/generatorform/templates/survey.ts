/** A survey for people outside: it names nothing of the tenant, so that a link can lead to it. */
import type { FormDefinition } from '../../../../../model/form/definition.ts'

export const survey: FormDefinition = {
  schema: 1,
  fields: [
    {
      id: 'satisfied',
      name: 'satisfied',
      kind: 'rating',
      labels: { zh: '您对我们的服务总体满意吗？', tw: '您對我們的服務整體滿意嗎？', en: 'How satisfied are you with our service?' },
      greatest: '5',
      required: true,
      listed: true,
    },
    {
      id: 'why',
      name: 'why',
      kind: 'lines',
      labels: { zh: '请告诉我们哪里做得不好', tw: '請告訴我們哪裡做得不好', en: 'What should we do better?' },
      maxLength: 1000,
      visibleWhen: { op: 'less-or-equal', of: [{ field: 'satisfied' }, { value: 3 }] },
      required: true,
    },
    {
      id: 'liked',
      name: 'liked',
      kind: 'checkboxes',
      labels: { zh: '您看重哪些方面？', tw: '您重視哪些方面？', en: 'What matters to you?' },
      listed: true,
      choices: [
        { value: 'speed', labels: { zh: '响应速度', tw: '回應速度', en: 'Speed' } },
        { value: 'quality', labels: { zh: '产品质量', tw: '產品品質', en: 'Quality' } },
        { value: 'price', labels: { zh: '价格', tw: '價格', en: 'Price' } },
        { value: 'attitude', labels: { zh: '服务态度', tw: '服務態度', en: 'Friendliness' } },
      ],
    },
    {
      id: 'again',
      name: 'again',
      kind: 'radio',
      labels: { zh: '您愿意推荐我们吗？', tw: '您願意推薦我們嗎？', en: 'Would you recommend us?' },
      required: true,
      listed: true,
      choices: [
        { value: 'yes', labels: { zh: '愿意', tw: '願意', en: 'Yes' } },
        { value: 'maybe', labels: { zh: '不确定', tw: '不一定', en: 'Maybe' } },
        { value: 'no', labels: { zh: '不愿意', tw: '不願意', en: 'No' } },
      ],
    },
    {
      id: 'answer',
      name: 'answer',
      kind: 'switch',
      labels: { zh: '希望我们回复您', tw: '希望我們回覆您', en: 'Please answer me' },
    },
    {
      id: 'email',
      name: 'email',
      kind: 'text',
      labels: { zh: '邮箱', tw: '電子郵件', en: 'E-mail address' },
      pattern: { name: 'email' },
      visibleWhen: { field: 'answer' },
      required: true,
    },
  ],
  layout: [
    {
      part: 'text',
      text: {
        zh: '填写只需两分钟，感谢您的参与。',
        tw: '填寫只需兩分鐘，感謝您的參與。',
        en: 'It takes two minutes. Thank you for taking part.',
      },
    },
    ...(['satisfied', 'why', 'liked', 'again', 'answer', 'email'] as const).map((field) => ({ part: 'field' as const, field })),
  ],
}

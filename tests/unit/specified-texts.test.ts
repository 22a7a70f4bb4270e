/** The texts that the specification words itself (sections 5 and 8), and the same in the two scripts of Chinese. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import en from '../../model/labels/en/index.ts'
import type { LabelKey } from '../../model/labels/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'

const texts: readonly (readonly [key: LabelKey, en: string, zh: string, tw: string])[] = [
  ['session.user-missing', 'Verification failed, please log in again', '验证失败，请重新登录', '驗證失敗，請重新登入'],
  ['session.roles-empty', 'roles must be a non-null array', '角色必须是非空数组', '角色必須是非空陣列'],
  ['session.has-error', 'Has Error', '发生错误', '發生錯誤'],
  ['failure.unknown', 'Error', '出错了', '發生錯誤'],
  ['session.confirm-logout', 'Confirm logout', '确认退出', '確認登出'],
  [
    'session.logged-out',
    'You have been logged out, you can cancel to stay on this page, or log in again',
    '您已退出登录，可以取消以留在当前页面，或重新登录',
    '您已登出，可以取消以留在目前頁面，或重新登入',
  ],
  ['session.re-login', 'Re-Login', '重新登录', '重新登入'],
  ['common.cancel', 'Cancel', '取消', '取消'],
  ['shell.fullscreen-unsupported', 'you browser can not work', '您的浏览器不支持全屏', '您的瀏覽器不支援全螢幕'],
  ['image.wrong-type', 'Please upload a picture format', '请上传图片格式的文件', '請上傳圖片格式的檔案'],
  [
    'error.avatar.type',
    'Uploaded avatar image can only be JPG/PNG format',
    '上传头像图片只能是 JPG/PNG 格式',
    '上傳的大頭貼照只能是 JPG/PNG 格式',
  ],
  [
    'error.avatar.size',
    'Uploaded avatar image size cannot exceed 10MB',
    '上传头像图片大小不能超过 10MB',
    '上傳的大頭貼照大小不能超過 10MB',
  ],
  ['upload.wait', 'Uploading, please wait for files to finish', '正在上传，请等待文件上传完成', '正在上傳，請等待檔案上傳完成'],
  ['error.upload.too-large', 'File must smaller than {{megabytes}}MB!', '文件必须小于 {{megabytes}}MB！', '檔案必須小於 {{megabytes}}MB！'],
  ['error.import.empty', 'The file cannot be empty!', '文件不能为空！', '檔案不能為空！'],
  ['error.backup.no-file', 'The file could not be found', '找不到该文件', '找不到該檔案'],
  [
    'error.data-permission.duplicate',
    'Add failed. Role code cannot be the same, please separate the filtering data fields with commas',
    '新增失败，角色编码不能相同，过滤数据字段请用逗号分隔',
    '新增失敗，角色代碼不能相同，過濾資料欄位請以逗號分隔',
  ],
  ['list.only-one', 'Only one record can be checked!', '只能勾选一条记录！', '只能勾選一筆紀錄！'],
  ['list.check-one', 'Please check the record!', '请勾选记录！', '請勾選紀錄！'],
  ['form.password-notsame', 'The password and the confirmed password are inconsistent', '密码与确认密码不一致', '密碼與確認密碼不一致'],
  [
    'navbar.password-notsame',
    'The new password and the confirmed new password are inconsistent',
    '新密码与确认新密码不一致',
    '新密碼與確認新密碼不一致',
  ],
  ['navbar.oldpassword-required', 'Please enter the old password', '请输入旧密码', '請輸入舊密碼'],
  ['navbar.newpassword-required', 'Please enter the new password', '请输入新密码', '請輸入新密碼'],
  ['navbar.confirm-newpassword-required', 'Please enter the new password again', '请再次输入新密码', '請再次輸入新密碼'],
  ['app.title', 'Device data acquisition system', '设备数据采集系统', '設備資料擷取系統'],
]

describe('the texts that the specification words', () => {
  test.each(texts)('%s', (key, ...wanted) => expect([en, zh, tw].map((labels) => labels[key])).toEqual(wanted))

  test('the document is titled so before any text is there, in the language of the specification', () => {
    expect(/<title>(.*)<\/title>/.exec(readFileSync('web/index.html', 'utf8'))?.[1]).toBe('设备数据采集系统')
  })

  /** Browser and server refuse the same thing, each with a key of its own. */
  test.each([
    ['image.avatar-type', 'error.avatar.type'],
    ['image.avatar-size', 'error.avatar.size'],
    ['image.too-large', 'error.upload.too-large'],
    ['workbook.empty', 'error.import.empty'],
  ] as const)('%s says what %s says', (one, other) => {
    for (const labels of [en, zh, tw]) expect(labels[one]).toBe(labels[other])
  })
})

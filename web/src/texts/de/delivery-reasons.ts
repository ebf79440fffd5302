/** Reasons in the delivery log in German, by their English text. */
export const deliveryReasons: Record<string, string> = {
  'Alerts for this feed are paused.': 'Die Benachrichtigungen dieses Feeds sind pausiert.',
  'The feed no longer has a webhook.': 'Der Feed hat keinen Webhook mehr.',
  'The webhook is disabled.': 'Der Webhook ist deaktiviert.',
  'The feed no longer has e-mail recipients.': 'Der Feed hat keine E-Mail-Empfänger mehr.',
  'None of the e-mail recipients is still a user of this account.': 'Keiner der E-Mail-Empfänger ist noch Benutzer dieses Kontos.',
  'The feed has no owner who could get e-mails.': 'Der Feed gehört niemandem, der E-Mails erhalten könnte.',
  'E-mail is not configured on this server. The operator must set SMTP_URL.':
    'E-Mail ist auf diesem Server nicht eingerichtet. Der Betreiber muss SMTP_URL setzen.',
  'The mail server refused {addresses}.': 'Der Mailserver hat {addresses} abgelehnt.',
  '{name} is not a public address: the operator can allow it with WEBHOOK_PRIVATE_ADDRESSES.':
    '{name} ist keine öffentliche Adresse: Der Betreiber kann sie mit WEBHOOK_PRIVATE_ADDRESSES erlauben.',
};

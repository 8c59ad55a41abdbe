import 'latchkey/define/payment-button';

import 'bootstrap/dist/css/bootstrap.css'; import 'bootstrap';

/* What the name of a column says about it: whether it may be the key of a person. */
#ifndef SHOAL_BIND_KEY_NAMES_H
#define SHOAL_BIND_KEY_NAMES_H

typedef enum key_name {
    KEY_NAME_OTHER,
    KEY_NAME_SHARED, /* names and addresses, which different people share */
    KEY_NAME_KEY,    /* a key, perhaps of something else: order_id */
    KEY_NAME_PERSON  /* the key of a person: patient_nbr, customerId, ssn */
} key_name;

key_name key_name_judge(const char *name);

#endif

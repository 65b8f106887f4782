verify <- function(data, plan = NULL, k = NULL, quasi = NULL, against = NULL, ...) {
    if (inherits(data, "shoal_release")) {
        if (is.null(plan)) plan <- data$plan
        data <- if (is.null(data$data)) data$output else data$data
    }
    arguments <- split_formula(c(list(k = k, quasi = quasi), named_rest(...)))
    made <- fill_plan(open_plan(plan), arguments, columns_of(data))
    job <- input_of(data)
    if (!is.null(against)) job <- c(job, input_of(against, "against_table", "against", "against"))
    structure(checked(.Call(C_verify, made$pointer, job)), class = "shoal_verdict")
}

print.shoal_verdict <- function(x, ...) {
    if (x$holds) cat("holds") else cat("does not hold: ", x$reason, "\n", sep = "")
    cat(sprintf("%s%.0f rows, %.0f classes, smallest class %.0f%s; %.0f rows suppressed%s\n",
                if (x$holds) " (" else "", x$rows, x$classes, x$k_eff,
                if (x$persons > 0) " persons" else "", x$suppressed, if (x$holds) ")" else ""))
    invisible(x)
}
